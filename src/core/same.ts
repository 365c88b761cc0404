/**
 * Whether two values that hold nothing but data are the same, with what they name in the same order. Parts that both
 * share are not looked into, and the first difference ends it; writing both out to compare them would do neither.
 */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one)) return Array.isArray(other) && areSame(one, other)
  if (Array.isArray(other)) return false
  const names = Object.keys(one)
  return (
    areSame(names, Object.keys(other)) &&
    names.every((name) => isSame(Reflect.get(one, name), Reflect.get(other, name)))
  )
}

const areSame = (all: readonly unknown[], others: readonly unknown[]): boolean =>
  all.length === others.length && all.every((each, at) => isSame(each, others[at]))

import type { Json } from './event.ts'

/** A map with these members, each of which is read when something first asks, and again each time. */
export type LazyMap = (read: (name: string) => Json) => object

const source = Symbol('where the members are read')

interface Lazy {
  [source]: (name: string) => Json
}

/**
 * The getters are made once for all maps, so that these share one hidden class: with getters of their own each
 * map would get a dictionary, which takes several times as long to make and to throw away.
 */
export function lazyMap(names: readonly string[]): LazyMap {
  const members = names.map((name): [string, PropertyDescriptor & ThisType<Lazy>] => [
    name,
    {
      enumerable: true,
      get() {
        return this[source](name)
      },
    },
  ])
  return (read) => {
    const map: Lazy = { [source]: read }
    for (const [name, getter] of members) Object.defineProperty(map, name, getter)
    return map
  }
}

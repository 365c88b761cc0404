import { createElement, effect, insert, type Renderable, setProp, type Tag } from '@opentui/solid'

/** An element of the screen, made without JSX, which the host does not compile in packages; a function is a live value. */
export function element(
  tag: Tag,
  properties: Readonly<Record<string, unknown>>,
  ...children: readonly unknown[]
): Renderable {
  const made = createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') effect((before: unknown) => setProp(made, name, value(), before))
    else setProp(made, name, value)
  }
  for (const child of children) insert(made, child)
  return made
}

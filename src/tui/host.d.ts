// The host brings these packages; installing them for their types alone would bring native code for every platform.

declare module 'solid-js' {
  export function createSignal<T>(value: T): [get: () => T, set: (value: T) => void]
}

declare module '@opentui/solid' {
  export interface Renderable {
    readonly isRenderable: true
  }
  export type Tag = 'box' | 'text' | 'scrollbox'
  export function createElement(tag: Tag): Renderable
  export function insert(parent: Renderable, child: unknown): void
  export function setProp(element: Renderable, name: string, value: unknown, before?: unknown): unknown
  /** Runs again whenever a signal that it read has changed. */
  export function effect<T>(run: (before: T | undefined) => T): void
}

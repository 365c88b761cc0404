import { fileURLToPath } from 'node:url'

/** The version of this plugin, by the package around the built file or this source; null if that is not there. */
export function ownVersion(read: (absolute: string) => string | null): string | null {
  const places = ['../package.json', '../../../package.json'].map((place) =>
    fileURLToPath(new URL(place, import.meta.url)),
  )
  const manifests = places.flatMap((place): { name?: string; version?: string }[] => {
    const text = read(place)
    return text === null ? [] : [JSON.parse(text)]
  })
  return manifests.find(({ name }) => name === 'opencode-diverter')?.version ?? null
}

import { fileURLToPath } from 'node:url'

/** The path that a file URL names; null if it names none here, such as that of another machine. */
export function pathOfUrl(url: string): string | null {
  try {
    const path = fileURLToPath(url)
    return path.includes('\0') ? null : path
  } catch (error) {
    if (error instanceof TypeError || error instanceof URIError) return null
    throw error
  }
}

const headers = ['*** Add File:', '*** Update File:', '*** Delete File:', '*** Move to:']

/** As the host's own parser takes them: blanks around a header and before its path count for nothing. */
export const patchedPaths = (patch: string): string[] =>
  patch.split('\n').flatMap((line) => {
    const text = line.trim()
    const header = headers.find((each) => text.startsWith(each))
    return header === undefined ? [] : [text.slice(header.length).trim()]
  })

const named =
  /^(?:-{3}|\+{3}|rename (?:from|to)|copy to|Index:|\*{3} (?:Add File|Update File|Delete File|Move to):) {0,9}([^\t\n]{1,4096})/gm
const compared = /^diff --git ([^\s]{1,4096}) ([^\s]{1,4096})/gm

/** Files that a patch of any form names, as they are and without the folder that git puts before them. */
export function patched(text: string): string[] {
  const lines = text.replaceAll('\\n', '\n')
  return [...lines.matchAll(compared), ...lines.matchAll(named)].flatMap(([, ...files]) =>
    files.flatMap((file) => bothForms(file.trim().replace(/^"|"$/g, ''))),
  )
}

const bothForms = (file: string): string[] => [file, file.replace(/^[^/]*\//, '')]

/** True for a text that is a patch, as diff or git writes it. */
export const isPatch = (text: string): boolean =>
  /^(?:diff --git |Index: |rename to |copy to |\+{3} [^\n]*\n(?:@@|deleted|$))/m.test(text)

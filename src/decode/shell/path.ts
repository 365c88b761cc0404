import type { ShellWord } from '../../core/operators/shell/line.ts'
import { withoutEnd } from '../../core/text.ts'

/** A word behind a program, with all that it may become. */
export interface Given {
  word: ShellWord
  forms: string[]
}

/** Any text, slashes too. */
export const unknown = '**'

/** Stands for names that nobody can mean. */
export const nothing = '/dev/null'

export const isOption = ({ word }: Given): boolean => word.value.startsWith('-')

/** What words may become, without addresses. */
export const formsIn = (given: readonly Given[]): string[] =>
  given.flatMap(({ forms }) => forms).filter((form) => form !== '' && !form.includes('://'))

/** What tar packs: all words but the options, their values and the archive. */
export const packed = (given: readonly Given[]): string[] =>
  formsIn(
    given.filter(
      (each, at) =>
        at > 0 && !isOption(each) && !/^(?:-C|--directory|-f|--file|-X|-T)$/.test(given[at - 1]?.word.value ?? ''),
    ),
  )

/** What stands behind an option, in the same word or in the next. */
export function valuesOf(given: readonly Given[], option: RegExp): string[] {
  return given.flatMap(({ word, forms }, at) => {
    if (!option.test(word.value)) return []
    const attached = forms.map((form) => form.replace(option, '').replace(/^=/, '')).filter((form) => form !== '')
    return attached.length > 0 ? attached : (given[at + 1]?.forms ?? [])
  })
}

export const isGlob = (form: string): boolean => /[*?[]/.test(form)

export const wordFor = (form: string): ShellWord => ({
  value: form,
  text: form,
  kind: isGlob(form) ? 'open' : 'plain',
  texts: null,
  parts: [{ type: 'Literal', pos: 0, end: 0, value: form, text: form }],
})

/** True for a glob of which enough is written to say what it is meant to find. */
export const isTelling = (form: string): boolean => form.replace(/[^A-Za-z0-9]/g, '').length >= 3

export function join(folder: string, path: string): string {
  const bare = path.replace(/^(?:\.\/)+/, '')
  if (folder === '' || folder === '.' || bare.startsWith('/') || bare.startsWith('~')) return bare
  return bare === '.' || bare === '' ? folder : `${withoutEnd(folder, '/')}/${bare}`
}

import { withoutEnd } from '../../core/text.ts'
import type { Given } from './path.ts'

/** What a container is given of this machine, and what runs in it. */
export interface Contained {
  /** Files and folders that it may write. */
  mounted: string[]
  /** The folder that the command runs in, as this machine calls it; null: one of the container's own. */
  folder: string | null
  /** The words behind `run`, each with what it may become, as this machine calls it. */
  words: string[][]
  /** False if there are more mounts than are followed. */
  whole: boolean
}

interface Mount {
  source: string
  target: string
  isWritable: boolean
}

/** Names of mounts that are followed into the container. */
const most = 20

/** Null for what is no command of a container. */
export function containedBy(program: string, given: readonly Given[]): Contained | null {
  if (!/^(?:docker|podman|nerdctl)$/.test(program)) return null
  const at = given.findIndex(({ word }) => /^(?:run|create)$/.test(word.value))
  if (at < 0) return null
  const rest = given.slice(at + 1)
  const valuesAt = ({ forms }: Given, place: number, option: RegExp): string[] => {
    const before = rest[place - 1]?.word.value ?? ''
    if (option.test(before) && before.replace(option, '') === '' && !before.includes('=')) return forms
    return forms.flatMap((form) => (option.test(form) ? form.replace(option, '') : [])).filter((form) => form !== '')
  }
  const mounts = rest.flatMap((each, place) => [
    ...valuesAt(each, place, /^(?:-v|--volume(?==|$))=?/).flatMap(volume),
    ...valuesAt(each, place, /^--mount(?:=|$)/).flatMap(mount),
  ])
  const [workdir] = rest.flatMap((each, place) => valuesAt(each, place, /^(?:-w|--workdir(?==|$))=?/))
  const local = (text: string): string =>
    mounts
      .slice(0, most)
      .reduce((made, { source, target }) => made.replace(named(target), (_, lead: string) => lead + source), text)
  return {
    mounted: mounts.filter(({ isWritable }) => isWritable).map(({ source }) => source),
    folder: workdir === undefined || local(workdir) === workdir ? null : local(workdir),
    words: rest.map(({ forms }) => forms.map(local)),
    whole: mounts.length <= most,
  }
}

const named = (target: string): RegExp =>
  new RegExp(`(^|[\\s'"=])${target.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)}(?=[/\\s'";]|$)`, 'g')

function volume(text: string): Mount[] {
  const [source = '', target = '', options = ''] = text.split(':')
  return mountOf(source, target, !options.split(',').includes('ro'))
}

function mount(text: string): Mount[] {
  const parts = text.split(',')
  const part = (name: RegExp): string => parts.find((each) => name.test(each))?.replace(/^[^=]*=/, '') ?? ''
  const isWritable = !parts.some((each) => /^(?:ro|readonly)(?:=true|=1)?$/.test(each))
  return mountOf(part(/^(?:src|source)=/), part(/^(?:dst|target|destination)=/), isWritable)
}

const mountOf = (source: string, target: string, isWritable: boolean): Mount[] =>
  source === '' || !target.startsWith('/') ? [] : [{ source, target: withoutEnd(target, '/') || '/', isWritable }]

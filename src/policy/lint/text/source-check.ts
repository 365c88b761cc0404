import type { CheckCode } from '../../problems/checks.ts'
import type { Tree } from '../../yaml/tree.ts'

/** One file as it is written. */
export interface WrittenFile {
  text: string
  /** Null for a file that cannot be read as YAML. */
  tree: Tree | null
  /** True for the file of a template, which is no YAML. */
  isTemplate: boolean
}

/** A check that looks at one file by itself, before it is known what its layers make of it. */
export interface SourceCheck {
  code: CheckCode
  run: (file: WrittenFile) => { offset: number; message: string }[]
}

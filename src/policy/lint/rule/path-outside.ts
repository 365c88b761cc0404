import type { Check } from '../context.ts'
import { entriesAt, type Written } from '../param-source.ts'

/** Files that are written or read outside the project. */
export const pathOutside: Check = {
  code: 'path-outside',
  run: ({ document, problem }) => {
    const files: Written[] = Object.entries(document.records ?? {}).map(([name, { file }]) => ({
      path: ['records', name, 'file'],
      value: file,
      param: null,
    }))
    if (document.project) files.push({ path: ['project', 'file'], value: document.project.file, param: null })
    for (const [name, fact] of Object.entries(document.facts ?? {}))
      if ('file' in fact)
        for (const [argument, value] of Object.entries(fact.file))
          if (argument !== 'label') files.push(...entriesAt(value ?? null, ['facts', name, 'file', argument], document))
    return files.flatMap(({ path, value: file }) =>
      typeof file === 'string' && leaves(file)
        ? [problem(path, `Cannot use ${file}: files lie inside the project; write a relative path without ".."`)]
        : [],
    )
  },
}

function leaves(file: string): boolean {
  return /^([/\\~]|[A-Za-z]:)/.test(file) || file.split(/[/\\]/).includes('..')
}

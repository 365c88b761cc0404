import type { Path } from '../tree.ts'
import type { Check } from './context.ts'

/** Files that are written or read outside the project. */
export const pathOutside: Check = {
  code: 'path-outside',
  run: ({ document, problem }) => {
    const files: [Path, string][] = Object.entries(document.records ?? {}).map(([name, { file }]) => [
      ['records', name, 'file'],
      file,
    ])
    if (document.project) files.push([['project', 'file'], document.project.file])
    for (const [name, fact] of Object.entries(document.facts ?? {}))
      if ('file' in fact)
        for (const [argument, value] of Object.entries(fact.file))
          if (argument !== 'label' && typeof value === 'string') files.push([['facts', name, 'file', argument], value])
    return files
      .filter(([, file]) => leaves(file))
      .map(([path, file]) =>
        problem(path, `Cannot use ${file}: files lie inside the project; write a relative path without ".."`),
      )
  },
}

function leaves(file: string): boolean {
  return /^([/\\~]|[A-Za-z]:)/.test(file) || file.split(/[/\\]/).includes('..')
}

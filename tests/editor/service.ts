import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { TextDocument } from 'vscode-languageserver-textdocument'
import type { LanguageService } from 'yaml-language-server'

const require = createRequire(import.meta.url)

/** What an editor shows: the real language server with one of our schemas, as an editor sets it up. */
export interface Editor {
  /** Labels at the place of `│`. */
  complete: (text: string) => Promise<string[]>
  /** The text shown for what stands behind `│`. */
  hover: (text: string) => Promise<string>
  /** Each complaint with the text that is underlined. */
  complain: (text: string) => Promise<{ message: string; underlined: string }[]>
}

export function createEditor(schema: 'policy' | 'case' | 'project'): Editor {
  const { getLanguageService } = require('yaml-language-server') as {
    getLanguageService: (parameters: object) => LanguageService
  }
  const service = getLanguageService({
    schemaRequestService: async (uri: string) => readFileSync(fileURLToPath(uri), 'utf8'),
    workspaceContext: { resolveRelativePath: (path: string) => path },
    telemetry: { send: () => undefined, sendError: () => undefined, sendTrack: () => undefined },
  })
  const uri = new URL(`../../schema/${schema}.schema.json`, import.meta.url).href
  service.configure({
    validate: true,
    hover: true,
    completion: true,
    schemas: [{ uri, fileMatch: ['*.yaml'] }],
    yamlVersion: '1.2',
  })

  let version = 0
  const open = (text: string) => {
    version += 1
    const cursor = text.indexOf('│')
    // The server keeps what it read by name and version, for all services of a process.
    const document = TextDocument.create(`file:///${schema}.yaml`, 'yaml', version, text.replace('│', ''))
    return { document, position: document.positionAt(Math.max(0, cursor)) }
  }

  return {
    complete: async (text) => {
      const { document, position } = open(text)
      const { items } = await service.doComplete(document, position, false)
      return items.map(({ label }) => label)
    },
    hover: async (text) => {
      const { document, position } = open(text)
      const hover = await service.doHover(document, position)
      const contents = hover?.contents ?? ''
      return typeof contents === 'object' && 'value' in contents ? contents.value : JSON.stringify(contents)
    },
    complain: async (text) => {
      const { document } = open(text)
      const found = await service.doValidation(document, false)
      return found.map(({ message, range }) => ({ message, underlined: document.getText(range) }))
    },
  }
}

import { createHash } from 'node:crypto'
import { render } from 'preact-render-to-string'
import type { Document } from '../report/document.ts'
import { Page } from './view/page.tsx'
import { shown } from './view/shown.ts'
import { style } from './view/style.ts'

/** The first line of every page, by which a page of ours is known before it is written over. */
export const firstLine = '<!doctype html><!-- Written by opencode-diverter report; edits here are lost. -->'

/** A report as one page that needs no script, no network and no other file. */
export function htmlOf(document: Document): string {
  const hash = createHash('sha256').update(style).digest('base64')
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={policy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>{shown(document.title)}</title>
        {/* Its characters are hashed, so none of them may be escaped. */}
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <Page document={document} />
      </body>
    </html>
  )
  return `${firstLine}\n${render(page)}\n`
}

import { createHash } from 'node:crypto'
import { visible } from '../runtime/visible.ts'
import { type Block, type Document, type Inline, type Line, type Section, withinQuotes } from './document.ts'
import { style } from './style.ts'

/** The first line of every page, by which a page of ours is known before it is written over. */
export const firstLine = '<!doctype html><!-- Written by opencode-diverter report; edits here are lost. -->'

/** A report as one page that needs no script, no network and no other file. */
export function htmlOf({ title, about, outcome, sections }: Document): string {
  const [first, ...others] = outcome
  const named = sections.map((section, index) => ({ ...section, id: `part-${index + 1}` }))
  const hash = createHash('sha256').update(style).digest('base64')
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`
  return `${firstLine}
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<a class="skip" href="#outcome">To the outcome</a>
<header><p class="brand">${escaped(title)}</p></header>
<div class="shell">
${navigation(named)}
<main>
<section id="outcome">
<p class="about">${lineOf(about)}</p>
<h1>${lineOf(first ?? [])}</h1>
${others.length === 0 ? '' : `<ul class="verdicts">\n${others.map((line) => `<li>${lineOf(line)}</li>`).join('\n')}\n</ul>`}
</section>
${named.map(sectionOf).join('\n')}
</main>
</div>
</body>
</html>
`
}

interface Named extends Section {
  id: string
}

const navigation = (sections: readonly Named[]): string =>
  sections.length === 0
    ? ''
    : `<nav aria-label="On this page"><ol>\n${sections
        .map(({ id, title, count }) => `<li><a href="#${id}">${escaped(title)}${countOf(count)}</a></li>`)
        .join('\n')}\n</ol></nav>`

const countOf = (count: number | null): string => (count === null ? '' : ` <span class="n">${count}</span>`)

const sectionOf = ({ id, title, count, blocks }: Named): string =>
  `<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${escaped(title)}${countOf(count)}</h2>
${blocks.map(blockOf).join('\n')}
</section>`

function blockOf(block: Block): string {
  switch (block.is) {
    case 'line':
      return `<p>${lineOf(block.line)}</p>`
    case 'list':
      return `<ul>\n${block.items.map((item) => `<li>${lineOf(item)}</li>`).join('\n')}\n</ul>`
    case 'voice':
      return `<figure class="voice"><figcaption>${escaped(block.source)}</figcaption><blockquote dir="auto">${escaped(block.text)}</blockquote></figure>`
    case 'commands':
      return block.texts.map((text) => `<pre><code>${escaped(text)}</code></pre>`).join('\n')
    case 'card':
      return `<article class="card ${block.tone}">
<h3>${lineOf(block.title)}</h3>
${block.blocks.map(blockOf).join('\n')}
</article>`
    case 'files':
      return `<table>
<thead><tr><th scope="col">File</th><th scope="col">Added</th><th scope="col">Removed</th></tr></thead>
<tbody>
${block.rows.map(fileRow).join('\n')}
</tbody>
</table>`
  }
}

const fileRow = ({ path, added, removed }: { path: string; added: string; removed: string }): string =>
  `<tr><td><code>${escaped(path)}</code></td><td class="add">${escaped(added)}</td><td class="del">${escaped(removed)}</td></tr>`

const lineOf = (line: Line): string => line.map(inlineOf).join('')

function inlineOf(part: Inline): string {
  switch (part.is) {
    case 'plain':
      return escaped(part.text)
    case 'said':
      return `<q dir="auto">${escaped(withinQuotes(part.text))}</q>`
    case 'code':
      return `<code>${escaped(part.text)}</code>`
    case 'mark':
      return `<span class="mark ${part.tone}">${escaped(part.text)}</span>`
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** The one way of a text into the page, between tags or within a quoted attribute: unseen characters by their names. */
const escaped = (text: string): string =>
  visible(text.replace(/\r\n?|\u2028|\u2029/g, '\n')).replace(/[&<>"']/g, (letter) => entities[letter] ?? '')

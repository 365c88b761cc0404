import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import type { MorningPorts } from '../../src/morning/requests.ts'
import { serve } from '../../src/morning/server.ts'
import { htmlOf } from '../../src/morning/static-page.tsx'
import { compose } from '../../src/report/compose.ts'
import type { Document, Section } from '../../src/report/document.ts'
import { openBrowser } from '../support/browser.ts'
import { openPage } from '../support/morning-page.ts'
import { terminalPage } from './terminal.ts'
import { atWork, longTexts, noNight, severalNights } from './nights.ts'

const states = '.e2e/pictures'
const forReaders = 'docs/pictures'

/**
 * Takes pictures: of the page in its main states, to be looked at, and those that the README shows.
 * `npm run pictures`
 */
export async function main(): Promise<number> {
  for (const folder of [states, forReaders]) mkdirSync(folder, { recursive: true })
  const browser = await openBrowser()
  try {
    const nights = { several: severalNights(), work: atWork(), long: longTexts(), none: noNight() }
    for (const [name, told] of Object.entries(nights)) {
      const document = { ...compose(told.report()), title: 'Morning' }
      await picture(browser, document, name)
    }
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    await page.setContent(htmlOf(compose(nights.several.report())))
    await page.screenshot({ path: join(states, 'report-1280-light.png'), fullPage: true })
    // Of its own: what the report forbids holds for its page from then on.
    const terminal = await browser.newPage()
    await terminal.setContent(terminalPage(nights.several.report()))
    await terminal.locator('pre').screenshot({ path: join(forReaders, 'terminal.png') })
  } finally {
    await browser.close()
  }
  return 0
}

const shapes = [
  [1280, 'light'],
  [360, 'dark'],
] as const

/** What is pictured beside a page that is just loaded. */
type Happening = 'elsewhere' | 'given' | 'gone'
const happenings = ['elsewhere', 'given', 'gone'] as const

async function picture(browser: Browser, document: Document, name: string): Promise<void> {
  const end = new AbortController()
  let now: Document = document
  let version = 1
  const given = [
    {
      entries: [{ id: 'b9', session: 'S1', by: 'S1', fingerprint: 'f' }],
      question: 'Where shall the secret of the webhook live?',
      answer: 'In an environment variable',
    },
  ]
  let isGiven = false
  const ports: MorningPorts = {
    token: 't'.repeat(43),
    script: readFileSync('dist/morning.js', 'utf8'),
    version: () => ({ ok: true, version: String(version) }),
    state: () => ({
      ok: true,
      state: {
        document: now,
        resting: name === 'several' ? ['S1'] : [],
        undoable: ['b1', 'b2', 'b3'],
        given: isGiven ? given : [],
      },
    }),
    answer: ({ entry }) => ({ ok: true, text: `${entry.id} is answered: 30 days`, problem: null }),
    undo: () => ({ ok: false, why: 'Cannot take it back: this is a picture' }),
    goOn: () => ({ ok: false, why: 'Cannot send on: this is a picture' }),
    suggestions: () => ({ ok: false, why: 'Cannot suggest: there is no night' }),
    reasons: () => ({ why: '', today: '', asCase: '' }),
  }
  const world = { port: 0, after: () => () => undefined, fault: console.error, gone: end.signal }
  const { port } = await serve(ports, world)
  for (const [width, scheme] of shapes) {
    const page = await openPage(browser, `http://127.0.0.1:${port}/${ports.token}/`, width, scheme)
    await page.screenshot({ path: join(states, `${name}-${width}-${scheme}.png`), fullPage: true })
    if (name === 'several' && scheme === 'light') await page.screenshot({ path: join(forReaders, 'morning.png') })
    await page.context().close()
  }
  if (name === 'several') await pictureHappenings()
  end.abort()

  async function pictureHappenings(): Promise<void> {
    const pages = await Promise.all(
      shapes.map(([width, scheme]) => openPage(browser, `http://127.0.0.1:${port}/${ports.token}/`, width, scheme)),
    )
    for (const happening of happenings) {
      happen(happening)
      for (const [at, page] of pages.entries()) {
        await page.locator(signs[happening]).first().waitFor()
        await page.locator(signs[happening]).first().scrollIntoViewIfNeeded()
        await page.screenshot({ path: join(states, `${happening}-${shapes[at]?.join('-')}.png`) })
      }
    }
    for (const page of pages) await page.context().close()
  }

  function happen(happening: Happening): void {
    version += 1
    switch (happening) {
      case 'elsewhere':
        now = { ...document, sections: document.sections.map(withoutFirst) }
        return
      case 'given':
        isGiven = true
        return
      case 'gone':
        end.abort()
    }
  }
}

/** What a person sees of it. */
const signs: Record<Happening, string> = {
  elsewhere: 'text=Answered elsewhere',
  given: '#given',
  gone: '.bar .problem',
}

/** The document once its first question does not wait any more. */
const withoutFirst = (section: Section): Section =>
  section.title === 'Waits for you' ? { ...section, blocks: section.blocks.slice(1) } : section

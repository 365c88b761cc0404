import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { complaintsOf, openBrowser } from '../support/browser.ts'
import { cardOf as card, type Morning, openPage, pictures, startMorning } from '../support/morning-page.ts'
import { until } from '../support/wait.ts'
import { bash, type Night, program, startNight, toolResults } from './night.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8')
const end = { text: 'That is all. BLOCKER_DIVERTER_DONE!' }
const question = (text: string, options: string[]) => ({
  calls: [
    {
      name: 'question',
      input: {
        questions: [
          { question: text, header: 'Q', options: options.map((label) => ({ label, description: `Takes ${label}` })) },
        ],
      },
    },
  ],
})
const hostile = '</q><script>document.title="owned"</script># <img src=x onerror=alert(1)>\u202ereversed'

let night: Night
let browser: Browser
let morning: Morning
beforeAll(async () => {
  night = await startNight('morning', { files: { 'push.sh': 'echo pushed >> pushed.txt; wc -l < pushed.txt\n' } })
  night.model.script('first', [
    { calls: [bash('sh push.sh')] },
    question('Which DB?', ['Postgres', 'SQLite']),
    question(hostile, ['yes', hostile]),
    end,
    { calls: [bash('sh push.sh')] },
    end,
  ])
  night.model.script('second', [question('Which DB?', ['Postgres', 'SQLite']), end])
  for (const name of ['first', 'second']) {
    const session = await night.session()
    await session.say(`Begin ${name}`)
    await session.rest()
  }
  morning = await startMorning(night.host.home, night.project.directory)
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  morning.stop()
  await night.close()
})

const open = (width?: number, colorScheme?: 'light' | 'dark'): Promise<Page> =>
  openPage(browser, morning.address, width, colorScheme)

describe('the page of the morning in a real browser, beside OpenCode', () => {
  test('has no serious finding of axe and does not scroll sideways, at 360 pixels too, light and dark', async () => {
    for (const [width, scheme] of [
      [1280, 'light'],
      [1280, 'dark'],
      [360, 'light'],
      [360, 'dark'],
    ] as const) {
      const page = await open(width, scheme)
      await page.screenshot({ path: join(pictures, `morning-${width}-${scheme}.png`), fullPage: true })
      await page.evaluate(axe)
      const found: unknown = await page.evaluate(
        'axe.run().then((all) => all.violations.map(({ id, impact, nodes }) => id + " " + impact + " " + nodes[0].html))',
      )
      expect(found).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true)
      await page.context().close()
    }
  })

  test('shows what others wrote as text alone', async () => {
    const page = await open()
    const complaints = complaintsOf(page)
    expect(await page.title()).toBe('Morning')
    expect(await page.locator('main').textContent()).toContain('</q><script>document.title="owned"</script>')
    expect(await page.locator('main').textContent()).toContain('\\u202ereversed')
    expect(await page.locator('img, main script').count()).toBe(0)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('two browsers: an answer by a key in one closes the twins in both, where they stood', async () => {
    const [one, other] = [await open(), await open()]
    await one.locator('body').press('j')
    await one.locator('body').press('j')
    expect(await one.evaluate('document.activeElement.id')).toMatch(/^card-b\d+$/)
    expect(await one.locator('[data-card]:focus').textContent()).toContain('Which DB?')
    await one.locator('body').press('2')
    await card(one, 'Which DB?')
      .locator('.fate', { hasText: /b2, b\d+ are answered: SQLite/ })
      .waitFor()
    await card(other, 'Which DB?').locator('.fate', { hasText: 'Answered elsewhere' }).waitFor()
    for (const page of [one, other])
      expect(await page.locator('.bar .count').textContent()).toBe('1 of 3 answered, 2 still wait for you')
    expect(program(night, 'answer').output).not.toContain('Which DB?')
    await Promise.all([one.context().close(), other.context().close()])
  })

  test('an answer from before the page was loaded can be taken back as long as no agent can have read it', async () => {
    const page = await open()
    const given = page.locator('#given')
    await given.locator('article', { hasText: 'Which DB?' }).locator('.fate', { hasText: 'SQLite' }).waitFor()
    await page.screenshot({ path: join(pictures, 'morning-given.png') })
    await given.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('status').filter({ hasText: 'wait for you again' }).waitFor()
    await given.waitFor({ state: 'hidden' })
    expect(program(night, 'answer').output).toContain('Which DB?')
    await card(page, 'Which DB?').getByRole('button', { name: 'SQLite' }).click()
    await card(page, 'Which DB?').locator('.fate', { hasText: 'SQLite' }).waitFor()
    await page.context().close()
  })

  test('own words that are refused stay in their field, and are kept once they can be', async () => {
    const page = await open()
    const mine = card(page, 'document.title').first()
    await mine.locator('textarea').fill('\u200b')
    await mine.getByRole('button', { name: 'Answer', exact: true }).click()
    await mine.locator('.problem', { hasText: 'the answer is empty' }).waitFor()
    expect(await mine.locator('textarea').inputValue()).toBe('\u200b')
    await mine.locator('textarea').fill('Take the second')
    await mine.locator('textarea').press('Control+Enter')
    await mine.locator('.fate', { hasText: 'is answered: Take the second' }).waitFor()
    expect(night.project.blockers()).toContain('**Answer**: Take the second (you, on the page of the morning, ')
    await page.context().close()
  })

  test('why tells the rules, the policies of today and the case', async () => {
    const page = await open()
    const dialog = page.getByRole('dialog', { name: 'Why' })
    await card(page, 'sh push.sh').getByRole('button', { name: 'Why b1 was written down' }).click()
    await dialog.getByText('blockers/divert-permission').first().waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    const row = page.locator('.moments li', { hasText: 'sh push.sh' })
    await row.getByRole('button', { name: /^Why, .*: Diverted$/ }).click()
    await dialog.getByText('blockers/divert-permission').first().waitFor()
    const pieces = await dialog.locator('pre').allInnerTexts()
    expect(pieces).toEqual([
      expect.stringContaining('matched'),
      expect.stringMatching(/\d+ decisions/),
      expect.stringMatching(/^name: a night of [\s\S]*permission\.asked/m),
    ])
    await page.screenshot({ path: join(pictures, 'morning-why.png') })
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await page.context().close()
  })

  test('suggested lines are looked for by the program itself, and the page goes on meanwhile', async () => {
    const page = await open()
    const section = page.locator('#suggested')
    await section.getByRole('button', { name: 'Look for them' }).click()
    await section.getByRole('button', { name: 'Reading the nights …' }).waitFor()
    expect((await page.request.get(new URL('state', page.url()).href)).status()).toBe(200)
    await section.getByRole('button', { name: 'Look again' }).waitFor({ timeout: 60_000 })
    const said = program(night, 'suggest').output
    const [line] = /allow: sh push\.sh|\d+ not suggested: .*/.exec(said) ?? [said]
    await section.getByText(line).first().waitFor()
    await page.context().close()
  })

  test('an allow by a click and "send on" let the agent run it once', async () => {
    const page = await open()
    await card(page, 'sh push.sh').getByRole('button', { name: 'Allow once' }).click()
    await page.getByRole('button', { name: /^Send/ }).click()
    await page
      .getByRole('status')
      .filter({ hasText: /go(es)? on within 5 seconds/ })
      .waitFor()
    await until('the end of the second run', () => night.model.requests('first').length === 6)
    expect(toolResults(night, 'first', 5).at(-1)?.trim()).toBe('1')
    await page.context().close()
  })

  test('what does not come from the page itself is refused', async () => {
    const { origin } = new URL(morning.address)
    const post = (headers: Record<string, string>) =>
      fetch(`${morning.address}answer`, { method: 'POST', headers, body: '{}' }).then(({ status }) => status)
    expect(await fetch(`${origin}/`).then(({ status }) => status)).toBe(403)
    expect(await fetch(`${origin}/${'x'.repeat(43)}/state`).then(({ status }) => status)).toBe(403)
    expect(await post({})).toBe(403)
    expect(await post({ origin: 'http://evil.example' })).toBe(403)
    expect(await post({ origin, 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await post({ origin })).toBe(400)
  })

  test('says that it is not served any more, and keeps what was read', async () => {
    const page = await open()
    morning.stop()
    await page.locator('.bar .problem', { hasText: 'run npx opencode-diverter morning again' }).waitFor()
    expect(await page.locator('.live').textContent()).toBe('not up to date')
    expect(await page.locator('h1').textContent()).not.toBe('')
    await page.context().close()
  })
})

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { repository } from './host.ts'
import { until } from './wait.ts'

/** Pictures are kept here, to be looked at. */
export const pictures = join(repository, '.e2e/pictures')

export interface Morning {
  /** Of the page, as the terminal names it. */
  address: string
  stop: () => void
}

/** Serves the page as a person does, in a terminal of their own. */
export async function startMorning(home: string, directory: string): Promise<Morning> {
  const env = { ...process.env, HOME: home, XDG_STATE_HOME: undefined, XDG_CONFIG_HOME: undefined }
  const words = [join(repository, 'dist/cli.js'), 'morning', '--no-open']
  const child = spawn(process.execPath, words, { cwd: directory, env })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += part))
  const found = (): string => /^The morning: (http:\/\/127\.0\.0\.1:\d+\/[\w-]{43}\/)$/m.exec(said)?.[1] ?? ''
  return { address: await until('the address', found, { seen: () => [said] }), stop: () => child.kill() }
}

/** Opens the page and waits until it shows the nights. */
export async function openPage(
  browser: Browser,
  address: string,
  width = 1280,
  colorScheme: 'light' | 'dark' = 'light',
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  await page.goto(address)
  await page.locator('h1').waitFor()
  return page
}

/** The card of a question. */
export const cardOf = (page: Page, text: string) => page.locator('[data-card]', { hasText: text })

import chromium from '@sparticuz/chromium'
import { type Browser, chromium as driver, type Page } from 'playwright-core'

/** A real Chromium that `npm ci` brought; on systems that it does not run on, the one that CHROMIUM names. */
export async function openBrowser(): Promise<Browser> {
  const own = process.env['CHROMIUM']
  // What the package proposes turns the safety of the web off, which is what is tested here.
  const args = ['--no-sandbox', '--disable-gpu']
  return driver.launch({
    executablePath: own ?? (await chromium.executablePath()),
    args,
    headless: true,
  })
}

/** What the page wrote on its console or threw, each as a text; an honest page leaves it empty. */
export function complaintsOf(page: Page): string[] {
  const heard: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') heard.push(message.text())
  })
  page.on('pageerror', (error) => heard.push(error.message))
  return heard
}

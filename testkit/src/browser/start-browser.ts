// A real browser: the Chromium of the machine without a window, with an empty profile. It ends with the process that
// started it, because it reads its commands from a pipe. The headless shell is the same Chromium without its user
// interface: it opens a profile in a quarter of the time, so it is preferred.
import { type Browser, chromium } from 'playwright-core'
import { findProgram } from '../server-process/find-program.ts'

export type { Browser, BrowserContext, Locator, Page, Request } from 'playwright-core'

const installHint =
  'Install Chromium (Debian: apt install chromium-headless-shell), or set CHROMIUM_BIN to its directory.'

const flags = [
  // Containers give their root no namespaces for a sandbox, and only pages of our own services are opened.
  '--no-sandbox',
  '--disable-gpu',
  // Without these, Chromium itself sends requests to its makers.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Rejects with what to install if the machine has no Chromium. */
export async function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await chromiumPath(), headless: true, args: flags })
}

/** Undefined if the machine has none; what needs a browser is then reported as not measured. */
export async function findChromium(): Promise<string | undefined> {
  return chromiumPath().catch(() => undefined)
}

async function chromiumPath(): Promise<string> {
  const options = { directory: process.env['CHROMIUM_BIN'], installHint }
  return findProgram('chromium-headless-shell', options).catch(() => findProgram('chromium', options))
}

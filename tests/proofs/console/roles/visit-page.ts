// Opens a page in a role and says what the person sees of it.
import type { BrowserContext, Page } from '@gatehouse/testkit/start-browser'
import type { Outcome } from '@gatehouse/backend/testing/expected-outcome'

export type Visit = {
  seen: Outcome | 'neither shown nor refused'
  /** Operations that the page sent although the role may not use them. */
  forbiddenOperations: readonly string[]
}

const withinMs = 20_000
const refusedText = 'Your role does not include this page'
const missingText = 'This does not exist, or your account has no access to it.'

/** The outcome of GraphQL that a page shows: the login page, a refusal, a company that does not exist, or its content. */
export async function visitPage(context: BrowserContext, path: string): Promise<Visit> {
  const page = await context.newPage()
  try {
    const answers = watchAnswers(page)
    await page.goto(path)
    const seen = await Promise.any([
      page.waitForURL('**/login**', { timeout: withinMs }).then(() => 'UNAUTHENTICATED' as const),
      page
        .getByText(refusedText)
        .waitFor({ timeout: withinMs })
        .then(() => 'FORBIDDEN' as const),
      page
        .getByText(missingText)
        .waitFor({ timeout: withinMs })
        .then(() => 'NOT_FOUND' as const),
      waitForContent(page).then(() => 'allowed' as const),
    ]).catch(() => 'neither shown nor refused' as const)
    return { seen, forbiddenOperations: answers.forbidden() }
  } finally {
    await page.close()
  }
}

/** A page is shown when its title is there and nothing of it is still loading. */
async function waitForContent(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ timeout: withinMs })
  await page.waitForLoadState('networkidle', { timeout: withinMs })
  await page.waitForFunction(`!document.querySelector('[aria-busy=true]')`, undefined, { timeout: withinMs })
  // A refusal, a missing company and the login page have titles too.
  const notices = page.getByText(refusedText).or(page.getByText(missingText))
  if ((await notices.count()) > 0 || new URL(page.url()).pathname === '/login') throw new Error('refused')
}

type Answer = { errors?: readonly { extensions?: { fault?: string } }[] }

function watchAnswers(page: Page) {
  const forbidden: string[] = []
  page.on('response', async (response) => {
    if (new URL(response.url()).pathname !== '/graphql') return
    const { operationName = '' } = (response.request().postDataJSON() ?? {}) as { operationName?: string }
    // Without a body if the page was closed before the answer was read.
    const { errors = [] } = (await response.json().catch(() => ({}))) as Answer
    for (const { extensions } of errors) {
      if (extensions?.fault === 'graphql.not_allowed') forbidden.push(operationName)
    }
  })
  return { forbidden: () => forbidden }
}

// Registers a passkey and logs in with it in Chromium, whose virtual authenticator signs as a real one does. A page of
// another origin gets signatures for the same domain, and must be refused by the backend.
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addAuthenticator } from '@gatehouse/testkit/add-authenticator'
import { type Page, startBrowser } from '@gatehouse/testkit/start-browser'
import { type Browser, logInWith, openBrowser } from './browser.ts'
import { beginChallenge } from './confirm-logins.ts'
import type { SessionsSetup } from './sessions-setup.ts'

export type PasskeyLogins =
  | { kind: 'not measured'; reason: string }
  | { kind: 'measured'; tried: number; wrong: readonly string[] }

type Answer = Awaited<ReturnType<Browser['ask']>>

const password = 'a password beside a passkey'
const address = '198.51.100.40'

export async function usePasskeys(scope: AsyncDisposableStack, setup: SessionsSetup): Promise<PasskeyLogins> {
  let page: Page
  try {
    page = await openPage(scope)
  } catch (thrown) {
    return { kind: 'not measured', reason: `Chromium did not start: ${String(thrown)}` }
  }
  const { email } = await addUser(setup.database, { email: 'key@passkeys.example', password })
  const owner = openBrowser(setup.url, { address })
  const accessToken = await logInWith(owner, { email, password })
  const register = () => registerPasskey(page, owner, accessToken)
  const confirm = async () => {
    const browser = openBrowser(setup.url, { address })
    return logInWithPasskey(page, browser, await beginChallenge(browser, { email, password }))
  }
  const logIn = () => logInWithPasskey(page, openBrowser(setup.url, { address }), null)
  const { own, foreign } = setup.passkeyPages
  const steps = [
    { what: 'registered', at: foreign, act: register, isAllowed: false },
    { what: 'registered', at: own, act: register, isAllowed: true },
    { what: 'confirmed a login', at: own, act: confirm, isAllowed: true },
    { what: 'logged in', at: own, act: logIn, isAllowed: true },
    { what: 'confirmed a login', at: foreign, act: confirm, isAllowed: false },
    { what: 'logged in', at: foreign, act: logIn, isAllowed: false },
  ]
  const wrong: string[] = []
  for (const { what, at, act, isAllowed } of steps) {
    await page.goto(at)
    const { faults } = await act()
    // Refused for its origin, and not for something else.
    if (faults.join() !== (isAllowed ? '' : 'identity.passkey_refused'))
      wrong.push(`passkeys: ${what} at ${at === own ? 'the' : 'another'} origin: [${faults.join()}]`)
  }
  return { kind: 'measured', tried: steps.length, wrong }
}

async function openPage(scope: AsyncDisposableStack): Promise<Page> {
  const chromium = await startBrowser()
  scope.defer(() => chromium.close())
  const page = await chromium.newPage()
  await addAuthenticator(page)
  return page
}

async function registerPasskey(page: Page, browser: Browser, accessToken: string): Promise<Answer> {
  const begun = await browser.ask('mutation { beginPasskeyRegistration { options } }', { accessToken })
  const options = readOptions(begun, 'beginPasskeyRegistration')
  const response = await page.evaluate(
    `navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(${options}) })
       .then((credential) => credential.toJSON())`,
  )
  return browser.ask(
    'mutation ($response: JSON!) { finishPasskeyRegistration(response: $response, name: "a key") { passkey { id } } }',
    { accessToken, variables: { response } },
  )
}

/** With a challenge as the second step of a login, without one instead of the password. */
async function logInWithPasskey(page: Page, browser: Browser, challenge: string | null): Promise<Answer> {
  const begun = await browser.ask(
    'mutation ($challenge: String) { beginPasskeyLogin(challenge: $challenge) { options } }',
    { variables: { challenge } },
  )
  const options = readOptions(begun, 'beginPasskeyLogin')
  const response = await page.evaluate(
    `navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(${options}) })
       .then((credential) => credential.toJSON())`,
  )
  return browser.ask(
    'mutation ($response: JSON!, $challenge: String) { finishPasskeyLogin(response: $response, challenge: $challenge) { accessToken } }',
    { variables: { response, challenge } },
  )
}

/** As JSON, which is also an expression of the page's script. */
function readOptions({ data, faults }: Answer, operation: string): string {
  const begun = data?.[operation] as { options: unknown } | undefined
  if (!begun) throw new Error(`${operation} failed: ${faults.join()}`)
  return JSON.stringify(begun.options)
}

// Logs out, and then uses what a copy of the browser's cookies still has.
import { addUser } from '@gatehouse/testkit/seed-backend'
import { logInWith, openBrowser, refreshing } from './browser.ts'
import type { SessionsSetup } from './sessions-setup.ts'

export type Logouts = {
  /** Refreshes of ended sessions, each of which must be refused. */
  tried: number
  wrong: readonly string[]
}

const address = '198.51.100.30'

export async function logOutAndGoOn(setup: SessionsSetup): Promise<Logouts> {
  const credentials = { email: 'leaving@test.example', password: 'a password that is not needed again' }
  await addUser(setup.database, credentials)
  const [leaving, staying] = [openBrowser(setup.url, { address }), openBrowser(setup.url, { address })]
  const accessToken = await logInWith(leaving, credentials)
  await logInWith(staying, credentials)
  const unused = leaving.copyJar()
  await leaving.ask(refreshing)
  // The token that was replaced a moment ago, for which there is a leeway, and the newest one.
  const copies = { 'the token used before': unused, 'the newest token': leaving.copyJar() }
  const wrong: string[] = []
  const { data } = await leaving.ask('mutation { logout }', { accessToken })
  if (data?.['logout'] !== true) wrong.push('the logout was refused')
  for (const [name, jar] of Object.entries(copies)) {
    const copy = openBrowser(setup.url, { address, jar })
    const answer = await copy.ask(refreshing)
    if (jar.size === 0 || answer.data || !answer.faults.includes('identity.session_over'))
      wrong.push(`after the logout, ${name} was answered with [${answer.faults.join()}]`)
  }
  const { faults } = await staying.ask(refreshing)
  if (faults.length > 0) wrong.push(`the logout ended another session, too: ${faults.join()}`)
  return { tried: Object.keys(copies).length, wrong }
}

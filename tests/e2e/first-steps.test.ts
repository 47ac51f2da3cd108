// Follows a newcomer's first steps: `gatehouse dev` in an empty directory, then the commands that it prints and those
// in docs/first-steps.md, verbatim.
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Shell, openShell } from './first-steps/open-shell.ts'
import { type Dev, startDev } from './first-steps/start-dev.ts'

// Long enough for a machine that stalls for a while; the limit only has to catch a hang.
const wait = { interval: 1_000, timeout: 300_000 }

const root = new URL('../../', import.meta.url)
const readText = (path: string) => readFile(new URL(path, root), 'utf8')

/** Returns the commands of each section. */
async function readGuide(): Promise<(section: string) => string[]> {
  const sections = (await readText('docs/first-steps.md')).split(/^## /m)
  return (section) => {
    const found = sections.find((text) => text.startsWith(`${section}\n`))
    const blocks = [...(found ?? '').matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block = '']) => block)
    if (blocks.length === 0) throw new Error(`docs/first-steps.md has no commands under "${section}"`)
    return blocks
  }
}

test('the README, the output of gatehouse dev and docs/first-steps.md lead to a match, a member and credits', async () => {
  expect(await readText('README.md')).toMatch(/^pnpm dev .*docs\/first-steps\.md$/m)
  expect(JSON.parse(await readText('package.json'))).toMatchObject({ scripts: { dev: 'gatehouse dev' } })
  await using scope = new AsyncDisposableStack()
  const directory = await mkdtemp(join(tmpdir(), 'gatehouse-first-steps-'))
  scope.defer(() => rm(directory, { recursive: true, force: true }))
  // Postgres, which may run as another user, must be able to reach its data.
  await chmod(directory, 0o755)
  const dev = scope.use(await startDev(directory))
  const shell = scope.use(openShell(directory))
  const guide = await readGuide()

  await tryPrinted(dev, shell)
  const [call = ''] = guide('Call a model')
  expect(await shell.run(call)).toMatch(/data: \[DONE\]$/)
  const [logIn = ''] = guide('Log in')
  expect(await shell.run(logIn)).toContain('{"whoAmI":{"email":"admin@demo.example"}}')

  const [upload = '', look = '', match = ''] = guide('Upload a CV and see its matches')
  expect(await shell.run(upload)).toContain('"is_new":true')
  await expect.poll(() => shell.run(look), wait).toMatch(/"talents":\{"nodes":\[\{[^]*"status":"ACTIVE"/)
  await expect.poll(() => shell.run(match), wait).toMatch(/"score":"\d+\.\d+"/)

  await inviteMember(dev, shell, guide('Invite a member'))
  await buyCredits(dev, shell, guide('Buy credits'))
  expect(await dev.interrupt()).toEqual({ exitCode: 0, leftBehind: [] })
}, 1_200_000)

async function tryPrinted(dev: Dev, shell: Shell): Promise<void> {
  expect(await shell.run(dev.commandUnder('Call a model:'))).toMatch(/data: \[DONE\]$/)
  expect(await shell.run(dev.commandUnder('Open the console'))).toMatch(/"accessToken":"[\w.-]+"/)
  const secret = /with the secret (\S+)$/m.exec(dev.printed)?.[1]
  const stats = await fetch(`${dev.address('ai-service')}/monitoring/stats`, {
    headers: { authorization: `Bearer ${secret}` },
  })
  expect(stats.status).toBe(200)
  for (const page of dev.printed.match(/http:\S+\/docs/g) ?? []) expect((await fetch(page)).status).toBe(200)
  const exports = dev.printed.match(/^ {2}export .*$/gm) ?? []
  expect(exports).toHaveLength(3)
  await shell.run(exports.join('\n'))
}

async function inviteMember(dev: Dev, shell: Shell, [invite = '']: string[]): Promise<void> {
  expect(await shell.run(invite)).toContain('"mailStatus":"QUEUED"')
  const readMails = async () => (await fetch(dev.address('mail'))).text()
  await expect.poll(readMails, wait).toContain('To grace@example.com')
  const link = /<a href="([^"]+)"/.exec(await readMails())?.[1] ?? ''
  expect(new URL(link)).toMatchObject({
    origin: consoleAddress(dev),
    pathname: '/invitation',
  })
  expect(await (await fetch(link)).text()).toContain('<div id="console">')
  // What the page of the console sends when the person has chosen a password.
  const [, token = ''] = link.split('#')
  const accept = `mutation { acceptInvitation(token: "${token}", password: "a password of four words") { user { email } } }`
  expect(await shell.run(`graphql '${accept}'`)).toContain('"email":"grace@example.com"')
}

async function buyCredits(dev: Dev, shell: Shell, [order = '', check = '']: string[]): Promise<void> {
  const ordered = await shell.run(order)
  const before = Number(/"credits":"([\d.]+)"/.exec(ordered)?.[1])
  const url = /"url":"([^"]+)"/.exec(ordered)?.[1] ?? ''
  expect(ordered).toContain('Demo plan Pro')
  const payments = await (await fetch(dev.address('payments'))).text()
  expect(payments).toContain(`href="${new URL(url).pathname}"`)
  expect(await (await fetch(url)).text()).toContain('Pay by card')
  const paid = await fetch(url, { method: 'POST', body: new URLSearchParams({ by: 'card' }) })
  // The payment provider leads back to the console.
  expect(paid.url).toContain(`${consoleAddress(dev)}/c/`)
  expect(await paid.text()).toContain('<div id="console">')
  const after = `"creditBalance":{"credits":"${(before + 100).toFixed(6)}"}`
  await expect.poll(() => shell.run(check), wait).toContain(after)
  expect(await shell.run(check)).toContain('"status":"COMPLETED"')
}

function consoleAddress({ printed }: Dev): string {
  return /^Open the console at (http:\/\/\S+)/m.exec(printed)?.[1] ?? 'no address was printed'
}

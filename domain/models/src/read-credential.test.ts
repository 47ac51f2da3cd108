import { inspect } from 'node:util'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { createReadCredential, isCredentialReference } from './read-credential.ts'

const value = 'sk-provider-1234567890abcdef'
const environment = {
  PROVIDER_KEY: `${value}\n`,
  BLANK: '  ',
  SPLIT: `${value}\r\nx-other: 1`,
  ACCENT: 'clé',
}
const readCredential = createReadCredential({ clock: createFakeClock(), environment })

test('env:NAME is the value of the variable, without the blanks around it', async () => {
  expect((await readCredential('env:PROVIDER_KEY')).reveal()).toBe(value)
})

test.each([
  ['env:ABSENT', 'the credential env:ABSENT is not set'],
  ['env:BLANK', 'the credential env:BLANK is empty'],
  ['env:SPLIT', 'the credential env:SPLIT has characters that no header may hold'],
  ['env:ACCENT', 'the credential env:ACCENT has characters that no header may hold'],
])('what is wrong with %s is told with its name and without its value', async (reference, message) => {
  const fault = await readCredential(reference).catch((thrown: unknown) => thrown)
  expect(fault).toMatchObject({ code: 'models.credential_unusable', publicMessage: message })
  expect(inspect(fault)).not.toContain('provider-1234')
})

// Somebody will put the credential where its name belongs, and then reads the log.
test.each([value, `bearer:${value}`, `file:${value}`, ''])(
  'a name of another form is not told: %#',
  async (text) => {
    const fault = await readCredential(text).catch((thrown: unknown) => thrown)
    expect(fault).toMatchObject({ publicMessage: 'a credential must be named as env:NAME or file:/path' })
    expect(inspect(fault)).not.toContain('provider-1234')
    expect(isCredentialReference(text)).toBe(false)
  },
)

test('a name that no variable of the process can have is refused when it is set', () => {
  expect(['env:A_1', 'file:/run/secrets/a'].every(isCredentialReference)).toBe(true)
  expect(['env:', 'env:1', 'env:A B', 'file:', 'file:a', 'vault:a'].some(isCredentialReference)).toBe(false)
})

test('a mount that hangs costs a second and one thread, and what was read from it before stays in use', async () => {
  const clock = createFakeClock()
  const reads: PromiseWithResolvers<string>[] = []
  const read = createReadCredential({
    clock,
    environment: {},
    readText() {
      const text = Promise.withResolvers<string>()
      reads.push(text)
      return text.promise
    },
  })
  const outcome = async (reference: string) =>
    read(reference).then(
      (secret) => secret.reveal(),
      (thrown: Error) => thrown.message,
    )
  const first = outcome('file:/a')
  await clock.advance(0)
  reads[0]?.resolve('first')
  expect(await first).toBe('first')

  for (let load = 0; load < 3; load += 1) {
    const both = Promise.all([outcome('file:/a'), outcome('file:/b')])
    await clock.advance(1_000)
    expect(await both).toEqual(['first', expect.stringContaining('the credential file:/b cannot be read')])
  }
  expect(reads).toHaveLength(2)

  reads[1]?.resolve('late')
  await clock.advance(0)
  const again = outcome('file:/a')
  await clock.advance(0)
  expect(reads).toHaveLength(3)
  reads[2]?.resolve('second')
  expect(await again).toBe('second')
})

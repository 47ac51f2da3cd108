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

test('env:NAME is the value of the variable, without surrounding blanks', async () => {
  expect((await readCredential('env:PROVIDER_KEY')).reveal()).toBe(value)
})

test.each([
  ['env:ABSENT', 'the credential env:ABSENT is not set'],
  ['env:BLANK', 'the credential env:BLANK is empty'],
  ['env:SPLIT', 'the credential env:SPLIT has characters that no header may hold'],
  ['env:ACCENT', 'the credential env:ACCENT has characters that no header may hold'],
])('an error with %s names the reference and not its value', async (reference, message) => {
  const fault = await readCredential(reference).catch((thrown: unknown) => thrown)
  expect(fault).toMatchObject({ code: 'models.credential_unusable', publicMessage: message })
  expect(inspect(fault)).not.toContain('provider-1234')
})

// An operator may enter the credential itself in place of its name, and others read the log.
test.each([value, `bearer:${value}`, `file:${value}`, ''])(
  'a reference of another form is not quoted: %#',
  async (text) => {
    const fault = await readCredential(text).catch((thrown: unknown) => thrown)
    expect(fault).toMatchObject({ publicMessage: 'a credential must be named as env:NAME or file:/path' })
    expect(inspect(fault)).not.toContain('provider-1234')
    expect(isCredentialReference(text)).toBe(false)
  },
)

test('an impossible name of a variable is refused when it is set', () => {
  expect(['env:A_1', 'file:/run/secrets/a'].every(isCredentialReference)).toBe(true)
  expect(['env:', 'env:1', 'env:A B', 'file:', 'file:a', 'vault:a'].some(isCredentialReference)).toBe(false)
})

test('a hanging mount costs a second and one thread, and the last value read from it stays in use', async () => {
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

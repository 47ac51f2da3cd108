import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createReadCredential } from './read-credential.ts'

const readCredential = createReadCredential({ clock: createSystemClock(), environment: {} })
let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'gatehouse-credential-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

test('file:/path is the present content of the file, without the trailing newline', async () => {
  const path = join(directory, 'key')
  await writeFile(path, 'sk-first\n')
  expect((await readCredential(`file:${path}`)).reveal()).toBe('sk-first')
  await writeFile(path, 'sk-second')
  expect((await readCredential(`file:${path}`)).reveal()).toBe('sk-second')
})

test('an absent, empty or oversized file is reported by its name, without its content', async () => {
  const [empty, long] = [join(directory, 'empty'), join(directory, 'long')]
  await writeFile(empty, '\n')
  await writeFile(long, 'sk-one\nsk-two\n')
  const told = async (path: string) => {
    const fault = await readCredential(`file:${path}`).catch((thrown: unknown) => thrown)
    expect(inspect(fault)).not.toMatch(/sk-one|sk-two/)
    return fault
  }
  const absent = join(directory, 'absent')
  expect(await told(absent)).toMatchObject({ publicMessage: `the credential file:${absent} cannot be read` })
  expect(await told(directory)).toMatchObject({
    publicMessage: `the credential file:${directory} cannot be read`,
  })
  expect(await told(empty)).toMatchObject({ publicMessage: `the credential file:${empty} is empty` })
  expect(await told(long)).toMatchObject({
    publicMessage: `the credential file:${long} has characters that no header may hold`,
  })
})

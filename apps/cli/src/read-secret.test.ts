import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { type SecretSource, readSecret } from './read-secret.ts'

function setUp({ isTTY }: { isTTY: boolean }) {
  const stdin = Object.assign(new PassThrough(), { isTTY, setRawMode: () => undefined })
  const stderr = new PassThrough()
  const stop = new AbortController()
  const reading = readSecret({ stdin, stderr } as unknown as SecretSource, 'Password', stop)
  return { stdin, stderr, stop, reading, seen: () => String(stderr.read() ?? '') }
}

test('a person is asked, and what they type is shown nowhere', async () => {
  const { stdin, reading, seen } = setUp({ isTTY: true })
  stdin.write('correct horse\r')
  expect((await reading).reveal()).toBe('correct horse')
  expect(seen()).toBe('Password: \n')
})

test('what is piped in is its first line, with its spaces and without a question', async () => {
  const { stdin, reading, seen } = setUp({ isTTY: false })
  stdin.end(' correct horse \nand more\n')
  expect((await reading).reveal()).toBe(' correct horse ')
  expect(seen()).toBe('')
})

test('an end without a line says what to do', async () => {
  const { stdin, reading } = setUp({ isTTY: false })
  stdin.end()
  await expect(reading).rejects.toThrow('no password was given')
})

test('Ctrl-C stops the command', async () => {
  const { stdin, stop, reading } = setUp({ isTTY: true })
  stdin.write('\u0003')
  await expect(reading).rejects.toThrow('no password was given')
  expect(stop.signal.aborted).toBe(true)
})

import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { type SecretSource, type TerminalProcess, createTerminal, readSecret } from './terminal.ts'

function setUp() {
  const events = new EventEmitter()
  const exits: number[] = []
  const process = {
    env: {},
    exit: (code: number) => void exits.push(code),
    on: events.on.bind(events),
    stdout: { isTTY: false },
  } as unknown as TerminalProcess
  return { events, exits, terminal: createTerminal(process) }
}

test.each(['SIGINT', 'SIGTERM'])('%s asks the command to stop', (signal) => {
  const { events, exits, terminal } = setUp()
  events.emit(signal)
  expect(terminal.stopRequested.aborted).toBe(true)
  expect(exits).toEqual([])
})

test.each([
  ['SIGINT', 'SIGINT'],
  ['SIGTERM', 'SIGINT'],
])('after %s, %s ends the process with 130', (first, second) => {
  const { events, exits } = setUp()
  events.emit(first)
  events.emit(second)
  expect(exits).toEqual([130])
})

function startReading({ isTTY }: { isTTY: boolean }) {
  const stdin = Object.assign(new PassThrough(), { isTTY, setRawMode: () => undefined })
  const stderr = new PassThrough()
  const stop = new AbortController()
  const reading = readSecret({ stdin, stderr } as unknown as SecretSource, 'Password', stop)
  return { stdin, stderr, stop, reading, seen: () => String(stderr.read() ?? '') }
}

test('a person is prompted, and the input is not echoed', async () => {
  const { stdin, reading, seen } = startReading({ isTTY: true })
  stdin.write('correct horse\r')
  expect((await reading).reveal()).toBe('correct horse')
  expect(seen()).toBe('Password: \n')
})

test('piped input is read up to its first line break, with its spaces and without a prompt', async () => {
  const { stdin, reading, seen } = startReading({ isTTY: false })
  stdin.end(' correct horse \nand more\n')
  expect((await reading).reveal()).toBe(' correct horse ')
  expect(seen()).toBe('')
})

test('an end of input without a line is explained', async () => {
  const { stdin, reading } = startReading({ isTTY: false })
  stdin.end()
  await expect(reading).rejects.toThrow('no password was given')
})

test('Ctrl-C at the prompt stops the command', async () => {
  const { stdin, stop, reading } = startReading({ isTTY: true })
  stdin.write('\u0003')
  await expect(reading).rejects.toThrow('no password was given')
  expect(stop.signal.aborted).toBe(true)
})

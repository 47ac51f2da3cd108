import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { type TerminalProcess, createTerminal } from './create-terminal.ts'

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

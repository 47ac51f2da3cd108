import { expect, test } from 'vitest'
import type { Command } from './command.ts'
import { describeCommand, describeCommands, findCommand } from './find-command.ts'

const command = (name: string): Command => ({
  name,
  usage: name,
  summary: `does ${name}`,
  run: async () => 0,
})
const commands = [command('dev'), command('migrate'), command('verify-deploy')]

test.each([
  ['migrat', 'migrate'],
  ['mirgate', 'migrate'],
  ['migratee', 'migrate'],
  ['dav', 'dev'],
  ['verify', 'verify-deploy'],
])('%s suggests %s', (typed, suggested) => {
  expect(findCommand(commands, typed)).toMatchObject({
    kind: 'unknown',
    message: `gatehouse: there is no command "${typed}". Did you mean ${suggested}?`,
  })
})

test('an unrecognizable name refers to the list of commands', () => {
  expect(findCommand(commands, 'launch')).toMatchObject({
    message: 'gatehouse: there is no command "launch". gatehouse --help lists the commands.',
  })
})

test('the list has one line per command', () => {
  expect(describeCommands(commands).split('\n').slice(2)).toHaveLength(3)
})

test('the help of a group lists the usage of each subcommand', () => {
  const keys = { ...command('keys'), subcommandUsages: ['keys create NAME', 'keys revoke ID'] }
  expect(describeCommand(keys).split('\n')).toEqual([
    'gatehouse keys',
    '  does keys',
    '',
    '  gatehouse keys create NAME',
    '  gatehouse keys revoke ID',
  ])
})

#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'
import { Fault } from '@gatehouse/runtime/fault'
import { type Command, UsageError } from './command.ts'
import { callsCommand } from './commands/calls/calls.ts'
import { checkConfigCommand } from './commands/deploy/check-config.ts'
import { companiesCommand } from './commands/companies.ts'
import { devCommand } from './commands/dev.ts'
import { eventsCommand } from './commands/events.ts'
import { keysCommand } from './commands/keys.ts'
import { migrateCommand } from './commands/deploy/migrate.ts'
import { modelsCommand } from './commands/models/models.ts'
import { receiptKeyCommand } from './commands/receipt-key.ts'
import { reconcileCommand } from './commands/reconcile/reconcile.ts'
import { restoreCommand } from './commands/deploy/restore.ts'
import { roomsCommand } from './commands/rooms.ts'
import { seedCommand } from './commands/seed.ts'
import { subscriptionsCommand } from './commands/subscriptions.ts'
import { tasksCommand } from './commands/tasks.ts'
import { taxonomyCommand } from './commands/taxonomy.ts'
import { usersCommand } from './commands/users.ts'
import { verifyDeployCommand } from './commands/deploy/verify-deploy.ts'
import { createTerminal } from './terminal.ts'
import { describeCommand, describeCommands, findCommand } from './find-command.ts'

const commands: readonly Command[] = [
  callsCommand,
  checkConfigCommand,
  companiesCommand,
  devCommand,
  eventsCommand,
  keysCommand,
  migrateCommand,
  modelsCommand,
  receiptKeyCommand,
  reconcileCommand,
  restoreCommand,
  roomsCommand,
  seedCommand,
  subscriptionsCommand,
  tasksCommand,
  taxonomyCommand,
  usersCommand,
  verifyDeployCommand,
]

if (existsSync('.env')) loadEnvFile('.env')
process.exitCode = await run(process.argv.slice(2))

async function run([name, ...args]: string[]): Promise<number> {
  const terminal = createTerminal(process)
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    terminal.print(describeCommands(commands))
    return name === undefined ? 2 : 0
  }
  const found = findCommand(commands, name)
  if (found.kind === 'unknown') {
    terminal.printError(found.message)
    return 2
  }
  if (args.includes('--help') || args.includes('-h')) {
    terminal.print(describeCommand(found.command))
    return 0
  }
  try {
    return await found.command.run(terminal, args)
  } catch (thrown) {
    terminal.printError(`gatehouse ${name}: ${describeFailure(thrown)}`)
    if (terminal.stopRequested.aborted) return 130
    return thrown instanceof UsageError ? 2 : 1
  }
}

function describeFailure(thrown: unknown): string {
  if (thrown instanceof Fault) return thrown.publicMessage
  return thrown instanceof Error ? thrown.message : String(thrown)
}

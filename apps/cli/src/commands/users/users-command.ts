import { randomFillSync } from 'node:crypto'
import { createPasswordHasher } from '@gatehouse/identity/password-hasher'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import type { Command } from '../../command.ts'
import { readDatabaseUrl } from '../../config.ts'
import { openDatabase } from '../../open-database.ts'
import { readSubcommand } from '../../read-subcommand.ts'
import { createSubcommand } from './create.ts'
import { listSubcommand } from './list.ts'
import { setPasswordSubcommand } from './set-password.ts'
import { grantSuperAdminSubcommand, revokeSuperAdminSubcommand } from './super-admin.ts'
import type { UserSubcommand } from './user-subcommand.ts'

const subcommands: ReadonlyMap<string, UserSubcommand> = new Map([
  ['create', createSubcommand],
  ['list', listSubcommand],
  ['grant-super-admin', grantSuperAdminSubcommand],
  ['revoke-super-admin', revokeSuperAdminSubcommand],
  ['set-password', setPasswordSubcommand],
])

export const usersCommand: Command = {
  name: 'users',
  usage: `users ${[...subcommands.keys()].join(' | ')}`,
  summary:
    'makes and shows the people who may log in at DATABASE_URL; asks for passwords, or reads them from a pipe',
  async run(terminal, words) {
    const task = readSubcommand(subcommands, words)
    const { database, close } = openDatabase(readDatabaseUrl(terminal))
    try {
      const lines = await task({
        database,
        ids: createIds(createSystemClock()),
        by: { actor: { kind: 'operator', id: terminal.environment['USER'] ?? 'unknown' } },
        hasher: createPasswordHasher({ fillRandom: randomFillSync }),
        readSecret: terminal.readSecret,
      })
      for (const line of lines) terminal.print(line)
      return 0
    } finally {
      await close()
    }
  },
}

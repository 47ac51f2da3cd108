import { secretUrl } from '@gatehouse/runtime/config-fields'
import { Fault } from '@gatehouse/runtime/fault'
import { describeViolations, readConfig } from '@gatehouse/runtime/read-config'
import type { Secret } from '@gatehouse/runtime/secret'
import { z } from 'zod'
import type { Terminal } from './command.ts'

const databaseSchema = z.object({ DATABASE_URL: secretUrl('postgres', 'postgresql') })

/** For the commands that work on the database directly. */
export function readDatabaseUrl(terminal: Terminal): Secret {
  const outcome = readConfig(databaseSchema, terminal.environment)
  if (outcome.kind === 'valid') return outcome.config.DATABASE_URL
  throw new Fault({
    kind: 'invalid',
    code: 'cli.config',
    publicMessage: describeViolations('the environment', outcome.violations),
  })
}

const developmentSchema = z.object({
  DATABASE_URL: secretUrl('postgres', 'postgresql').optional(),
  REDIS_URL: secretUrl('redis', 'rediss').optional(),
  PASS_THROUGH_URL: z.string().optional(),
  // The services check it; here it only has to get through to them.
  LOG_LEVEL: z.string().optional(),
})

/** For `gatehouse dev`, which starts by itself whatever is not named here. */
export function readDevelopmentConfig(terminal: Terminal) {
  const outcome = readConfig(developmentSchema, terminal.environment)
  if (outcome.kind === 'invalid') {
    throw new Fault({
      kind: 'invalid',
      code: 'cli.config',
      publicMessage: describeViolations('the environment', outcome.violations),
    })
  }
  return {
    databaseUrl: outcome.config.DATABASE_URL,
    redisUrl: outcome.config.REDIS_URL,
    providerUrl: outcome.config.PASS_THROUGH_URL,
    logLevel: outcome.config.LOG_LEVEL,
  }
}

// State of `gatehouse dev` that the database does not contain: raw API keys, of which only hashes are stored, and the account
// of the payment simulator. It is kept in one directory per database, so that a new database, for example after --fresh,
// starts without it.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { z } from 'zod'

type StoredKeys = { demoKey?: string | undefined; serviceKey?: string | undefined }

export type DevState = {
  /** File in which the payment simulator stores its account. */
  paymentsFile: string
  readKeys(): Promise<StoredKeys>
  writeKeys(keys: StoredKeys): Promise<void>
}

const keysSchema = z.object({ demoKey: z.string().optional(), serviceKey: z.string().optional() })

export async function openDevState(dataDirectory: string, database: Queryable): Promise<DevState> {
  const directory = resolve(dataDirectory, 'state', await identify(database))
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const keysFile = join(directory, 'keys.json')
  return {
    paymentsFile: join(directory, 'payments.json'),
    async readKeys() {
      const text = await readFile(keysFile, 'utf8').catch(() => '{}')
      return keysSchema.safeParse(parseJson(text)).data ?? {}
    },
    async writeKeys(keys) {
      await writeFile(`${keysFile}.new`, `${JSON.stringify(keys)}\n`, { mode: 0o600 })
      await rename(`${keysFile}.new`, keysFile)
    },
  }
}

/** Postgres assigns every cluster an identifier when it is created, so host and port do not matter. */
async function identify(database: Queryable): Promise<string> {
  const { rows } = await database.query<{ identity: string }>(
    `select system_identifier || '-' || oid as identity
       from pg_control_system(), pg_database where datname = current_database()`,
  )
  return rows[0]?.identity ?? 'unknown'
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { cloneDatabase, createTemplate, dropTemplate } from './clone-database.ts'

const run = promisify(execFile)
const template = `clone_test_${process.pid}`
let serverUrl: string

beforeAll(async () => {
  serverUrl = inject('postgresUrl')
  await createTemplate(serverUrl, {
    name: template,
    prepare: async (url) => {
      await ask(url, 'create table thing (name text)')
      await ask(url, `insert into thing values ('from the template')`)
    },
  })
})

afterAll(async () => {
  await dropTemplate(serverUrl, template)
})

describe('createTemplate', () => {
  it('prepares a template once, however many concurrent calls request it', async () => {
    const name = `${template}_once`
    let prepared = 0
    const prepare = async (url: string) => {
      prepared += 1
      await ask(url, 'create table only_once ()')
    }
    const names = await Promise.all(
      Array.from({ length: 5 }, () => createTemplate(serverUrl, { name, prepare })),
    )
    expect(names).toEqual(Array.from({ length: 5 }, () => name))
    expect(prepared).toBe(1)
  })

  it('does not leave a half-prepared template behind', async () => {
    const name = `${template}_failing`
    const failing = createTemplate(serverUrl, { name, prepare: () => Promise.reject(new Error('bad SQL')) })
    await expect(failing).rejects.toThrow('bad SQL')
    await createTemplate(serverUrl, {
      name,
      prepare: async (url) => void (await ask(url, 'create table t ()')),
    })
    await using clone = await cloneDatabase(serverUrl, name)
    expect(await ask(clone.url, 'select count(*)::int as count from t')).toEqual([{ count: 0 }])
  })

  it('accepts no connections to a template, so that it can always be cloned', async () => {
    const url = new URL(serverUrl)
    url.pathname = `/${template}`
    await expect(ask(url.href, 'select 1')).rejects.toThrow('is not currently accepting connections')
  })
})

describe('cloneDatabase', () => {
  it('creates independent databases with the template’s content', async () => {
    await using first = await cloneDatabase(serverUrl, template)
    await using second = await cloneDatabase(serverUrl, template)
    await ask(first.url, `insert into thing values ('only in the first')`)
    expect(await ask(second.url, 'select name from thing')).toEqual([{ name: 'from the template' }])
  })

  it('creates 20 clones concurrently', async ({ annotate }) => {
    const tookMs: number[] = []
    const clones = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const startedMs = performance.now()
        const clone = await cloneDatabase(serverUrl, template)
        tookMs.push(performance.now() - startedMs)
        return clone
      }),
    )
    const counts = await Promise.all(clones.map((clone) => ask(clone.url, 'select name from thing')))
    expect(counts.flat()).toHaveLength(20)
    expect(new Set(clones.map((clone) => clone.name)).size).toBe(20)
    await Promise.all(clones.map((clone) => clone.drop()))
    const alone = await timeOfOneClone()
    await annotate(
      `median of a clone: ${alone} ms alone, ${median(tookMs)} ms when 20 are created concurrently`,
    )
  })

  it('creates clones from several processes concurrently', async () => {
    const script = `
      const { cloneDatabase } = await import(${JSON.stringify(import.meta.resolve('./clone-database.ts'))})
      const clones = Array.from({ length: 5 }, () => cloneDatabase(${JSON.stringify(serverUrl)}, '${template}'))
      for (const clone of await Promise.all(clones)) await clone.drop()
      process.stdout.write('cloned')
    `
    const results = await Promise.all(
      Array.from({ length: 3 }, () => run(process.execPath, ['--input-type=module', '-e', script])),
    )
    expect(results.map(({ stdout }) => stdout)).toEqual(['cloned', 'cloned', 'cloned'])
  })

  it('drops a clone that is still in use', async () => {
    const clone = await cloneDatabase(serverUrl, template)
    const user = new Client({ connectionString: clone.url })
    const lost = Promise.withResolvers<Error>()
    user.on('error', lost.resolve)
    await user.connect()
    await clone.drop()
    expect((await lost.promise).message).toContain('terminating connection')
    await expect(ask(clone.url, 'select 1')).rejects.toThrow('does not exist')
  })
})

async function timeOfOneClone(): Promise<number> {
  const tookMs: number[] = []
  for (let turn = 0; turn < 7; turn += 1) {
    const startedMs = performance.now()
    await using clone = await cloneDatabase(serverUrl, template)
    tookMs.push(performance.now() - startedMs)
    expect(clone.name).toContain(template)
  }
  return median(tookMs)
}

function median(values: number[]): number {
  return Math.round(values.sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN)
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

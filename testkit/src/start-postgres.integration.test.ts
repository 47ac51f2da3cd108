import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startPostgres, type TestPostgres } from './start-postgres.ts'
import { waitUntil } from './wait-until.ts'

const run = promisify(execFile)
let scratch: string

beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'start-postgres-test-'))
  await chmod(scratch, 0o755)
})

afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(scratch, { recursive: true })
})

describe('startPostgres', () => {
  it('starts a durable UTF-8 server for this machine only', async ({ annotate }) => {
    const startedMs = performance.now()
    await using server = await startPostgres()
    await annotate(`cold start: ${Math.round(performance.now() - startedMs)} ms`)
    expect(await show(server, 'fsync')).toBe('on')
    expect(await show(server, 'synchronous_commit')).toBe('on')
    expect(await show(server, 'server_encoding')).toBe('UTF8')
    expect(await show(server, 'listen_addresses')).toBe('127.0.0.1')
    expect(await server.logText()).toContain('database system is ready to accept connections')
  })

  // Every test that asserts that an acknowledged write survives a crash depends on this.
  it('keeps committed data after a kill, and restarts on the same port', async () => {
    await using server = await startPostgres()
    await ask(server.url, 'create table kept (name text)')
    await ask(server.url, `insert into kept values ('committed')`)
    const killedPid = server.pid
    await server.kill()
    expect(() => process.kill(killedPid, 0)).toThrow('ESRCH')
    await expect(ask(server.url, 'select 1')).rejects.toThrow('ECONNREFUSED')
    await server.restart()
    expect(server.pid).not.toBe(killedPid)
    expect(await ask(server.url, 'select name from kept')).toEqual([{ name: 'committed' }])
    expect(await server.logText()).toContain('was not properly shut down')
  })

  it('kills its backend processes too, whatever they are doing', async () => {
    await using server = await startPostgres()
    const client = new Client({ connectionString: server.url })
    client.on('error', () => undefined)
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const busy = client.query('select pg_sleep(3600)').catch(String)
    await server.kill()
    // The kernel reports a connection whose peer was killed as closed or, with bytes unread, as reset.
    expect(await busy).toMatch(/terminated|ECONNRESET/)
    expect(await isRunning(rows[0]?.pid)).toBe(false)
  })

  it('keeps committed data in memory after a kill as well', async () => {
    vi.stubEnv('TMPDIR', undefined)
    await using server = await startPostgres({ storage: 'memory' })
    await ask(server.url, 'create table kept as select 1 as one')
    await server.kill()
    await server.restart()
    expect(await ask(server.url, 'select one from kept')).toEqual([{ one: 1 }])
  })

  it('stops cleanly and starts again', async () => {
    await using server = await startPostgres()
    await server.stop()
    await expect(ask(server.url, 'select 1')).rejects.toThrow('ECONNREFUSED')
    await server.restart()
    expect(await ask(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(await server.logText()).not.toContain('was not properly shut down')
  })

  it('stops even while suspended', async () => {
    await using server = await startPostgres()
    process.kill(server.pid, 'SIGSTOP')
    await server.stop()
    expect(() => process.kill(server.pid, 0)).toThrow('ESRCH')
  })

  it('leaves nothing behind after dispose', async () => {
    const server = await startPostgres()
    await server[Symbol.asyncDispose]()
    await expect(access(server.dataDirectory)).rejects.toThrow('ENOENT')
    expect(() => process.kill(server.pid, 0)).toThrow('ESRCH')
  })

  it('leaves no shared memory behind, even if it was killed', async () => {
    const server = await startPostgres()
    const status = await readFile(join(server.dataDirectory, 'postmaster.pid'), 'utf8')
    const segment = status.split('\n')[6]?.trim().split(/\s+/)[1] ?? ''
    await server.kill()
    expect((await run('ipcs', ['-m'])).stdout.split(/\s+/)).toContain(segment)
    await server[Symbol.asyncDispose]()
    expect((await run('ipcs', ['-m'])).stdout.split(/\s+/)).not.toContain(segment)
  })

  it('leaves no server behind when the process that started it is killed', async () => {
    const script = `
      const { startPostgres } = await import(${JSON.stringify(import.meta.resolve('./start-postgres.ts'))})
      const { pid, dataDirectory } = await startPostgres()
      console.log(JSON.stringify({ pid, dataDirectory }))
      setInterval(() => undefined, 1_000)
    `
    const starter = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = (await once(createInterface(starter.stdout), 'line')) as [string]
    const { pid, dataDirectory } = JSON.parse(line) as { pid: number; dataDirectory: string }
    starter.kill('SIGKILL')
    // The server removes this file last.
    const hasStopped = async () =>
      access(join(dataDirectory, 'postmaster.pid')).then(
        () => false,
        () => true,
      )
    await waitUntil(hasStopped, { withinMs: 30_000, what: `Postgres ${pid} has stopped` })
    expect(await readFile(join(dataDirectory, '..', 'server.log'), 'utf8')).toContain('fast shutdown')
    await rm(join(dataDirectory, '..'), { recursive: true })
  })
})

describe('a kept data directory', () => {
  it('still has its data at the next start', async () => {
    const dataDirectory = join(scratch, 'not', 'yet', 'there')
    {
      await using first = await startPostgres({ dataDirectory })
      expect(first.dataDirectory).toBe(dataDirectory)
      await ask(first.url, 'create table kept ()')
    }
    await using second = await startPostgres({ dataDirectory })
    expect(await ask(second.url, 'select * from kept')).toEqual([])
  })

  it('is replaced by a directory that the server can reach, always the same, if its parents are inaccessible', async () => {
    const closed = join(scratch, 'closed')
    await mkdir(closed, { mode: 0o700 })
    const dataDirectory = join(closed, 'data')
    const first = await startPostgres({ dataDirectory })
    await first[Symbol.asyncDispose]()
    await using second = await startPostgres({ dataDirectory })
    expect(second.dataDirectory).toBe(first.dataDirectory)
    // As root, the server runs as another user, who has no access here; otherwise it runs as the current user, who has.
    const isRoot = process.getuid?.() === 0
    expect(second.dataDirectory.startsWith(isRoot ? join(tmpdir(), 'gatehouse-data-') : closed)).toBe(true)
    await second.stop()
    await rm(second.dataDirectory, { recursive: true })
  })

  it('is rejected and left unchanged if it contains other files', async () => {
    await writeFile(join(scratch, 'letter.txt'), 'dear reader')
    await expect(startPostgres({ dataDirectory: scratch })).rejects.toThrow('not Postgres data')
    expect(await readFile(join(scratch, 'letter.txt'), 'utf8')).toBe('dear reader')
  })
})

describe('a start that fails', () => {
  it('says what to install if there is no Postgres', async () => {
    vi.stubEnv('PG_BIN', scratch)
    await expect(startPostgres()).rejects.toThrow(
      /initdb was not found in .*apt install postgresql.*brew install/,
    )
  })

  it('quotes the end of the server log', async () => {
    await using first = await startPostgres()
    await expect(startPostgres({ port: first.port })).rejects.toThrow('Address already in use')
  })
})

// Uses ps, because a signal also succeeds for a dead process that has not been reaped yet.
async function isRunning(pid: number | undefined): Promise<boolean> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,stat='])
  return new RegExp(String.raw`^\s*${pid}\s+[^Z]`, 'm').test(stdout)
}

async function show(server: TestPostgres, setting: string): Promise<unknown> {
  const [row] = await ask(server.url, `select current_setting('${setting}') as value`)
  return row?.['value']
}

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

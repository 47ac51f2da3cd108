// Checks deploy/compose/compose.yaml by the schema of compose files, and its settings by those of the services.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readConfig } from '@gatehouse/runtime/read-config'
import { parse } from 'yaml'
import { z } from 'zod'
import { type DeployedService, secretValues, services, settingsOf } from './deployed-services.ts'

const at = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url))

const composeSchema = z.object({
  services: z.record(
    z.string(),
    z.object({
      environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
      stop_grace_period: z.string().default('10s'),
    }),
  ),
})
const reportSchema = z.array(
  z.object({
    messages: z.array(
      z.object({ rule: z.string(), type: z.string(), message: z.string(), line: z.number() }),
    ),
  }),
)

/** What the services read where the file asks the operator. */
const answers: Readonly<Record<string, string>> = {
  ...secretValues,
  POSTGRES_PASSWORD: 'password',
  CONSOLE_URL: 'https://console.example.com',
}

export async function readCompose(): Promise<string> {
  return readFile(at('deploy/compose/compose.yaml'), 'utf8')
}

/** One line per violation of the schema, unknown or refused setting, and grace period that is too short. */
export async function checkCompose(text: string): Promise<string[]> {
  const parsed = composeSchema.safeParse(parse(text, { merge: true }))
  if (!parsed.success) return [`compose: ${parsed.error.message}`]
  const own = services.map((service) => checkService(service, parsed.data.services[service.component]))
  return [...(await lint(text)), ...own.flat()]
}

type ComposeService = z.output<typeof composeSchema>['services'][string]

function checkService({ component, schema }: DeployedService, service: ComposeService | undefined): string[] {
  if (!service) return [`compose: there is no service ${component}`]
  const environment = Object.entries(service.environment).map(
    ([name, value]) => [name, fillIn(String(value))] as const,
  )
  const known = settingsOf(schema)
  const unknown = environment.filter(([name]) => !known.includes(name))
  const outcome = readConfig(schema, Object.fromEntries(environment))
  const violations = outcome.kind === 'valid' ? [] : outcome.violations
  const drainMs =
    outcome.kind === 'valid' ? outcome.config.http.shutdownLeadMs + outcome.config.http.shutdownGraceMs : 0
  const isCut = durationMs(service.stop_grace_period) <= drainMs
  return [
    ...unknown.map(([name]) => `compose: ${component} does not read ${name}`),
    ...violations.map(({ setting, message }) => `compose: ${component} refuses ${setting}: ${message}`),
    ...(isCut ? [`compose: ${component} is killed before its drain can be over`] : []),
  ]
}

/** Replaces `${NAME:?}` by an answer, and `${NAME:-default}` by the default. */
function fillIn(value: string): string {
  return value.replaceAll(
    /\$\{(\w+)(?::([-?+])([^}]*))?\}/g,
    (_, name: string, kind: string, text: string) => {
      if (kind === '-') return text
      return kind === '+' ? '' : (answers[name] ?? '')
    },
  )
}

function durationMs(text: string): number {
  const [, minutes = '0', seconds = '0'] = /^(?:(\d+)m)?(?:(\d+)s)?$/.exec(text) ?? []
  return (Number(minutes) * 60 + Number(seconds)) * 1_000
}

async function lint(text: string): Promise<string[]> {
  const directory = await mkdtemp(join(tmpdir(), 'gatehouse-compose-'))
  try {
    const file = join(directory, 'compose.yaml')
    await writeFile(file, text)
    const output = await new Promise<string>((resolve) => {
      const program = at('tests/node_modules/dclint/bin/dclint.cjs')
      // It exits with 1 when it finds something.
      execFile(process.execPath, [program, '--formatter', 'json', file], (_error, stdout) => resolve(stdout))
    })
    const messages = reportSchema.parse(JSON.parse(output)).flatMap((report) => report.messages)
    return messages
      .filter(({ type }) => type === 'error')
      .map(({ rule, message, line }) => `compose line ${line}: ${message} (${rule})`)
  } finally {
    await rm(directory, { recursive: true })
  }
}

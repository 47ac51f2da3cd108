import { channel } from 'node:diagnostics_channel'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { Fault } from '@gatehouse/runtime/fault'
import { engineErrorMessage } from '@gatehouse/tasks/engine-error'
import { serviceLineChannel } from '@gatehouse/testkit/start-service-process'
import { expect, test } from 'vitest'
import { keepEngineError, watchEngineErrors } from './engine-errors.ts'

const lines: string[] = []
const logger = createLogger({
  service: 'test',
  level: 'info',
  sinks: [{ write: (line) => void lines.push(line) }],
})
function lineOf(error: Error, message = engineErrorMessage): string {
  logger.error(message, { error })
  return lines.at(-1) ?? ''
}
const away = new Fault({ kind: 'unavailable', code: 'postgres.unreachable', publicMessage: 'away' })

test('an engine error in a service or in a worker of the proof is kept, an unreachable database is not', () => {
  using engine = watchEngineErrors()
  const service = channel(serviceLineChannel)
  service.publish(lineOf(new TypeError('the statement is wrong')))
  service.publish(lineOf(away))
  service.publish(lineOf(new Error('a task failed'), 'an attempt failed'))
  expect(engine.errors()).toHaveLength(1)
  keepEngineError(lineOf(Object.assign(new Error('column is missing'), { code: '42703' })))
  expect(engine.errors()).toHaveLength(2)
})

test('no error is kept after the proof has ended', () => {
  watchEngineErrors()[Symbol.dispose]()
  channel(serviceLineChannel).publish(lineOf(new Error('late')))
  using engine = watchEngineErrors()
  expect(engine.errors()).toEqual([])
})

import { globSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { expect, test } from 'vitest'
import { sizeLimits } from './large-bodies.ts'
import { composeCases } from './loop-cases.ts'

test('each route of the gateway is asked', () => {
  const asked = new Set(composeCases(sizeLimits).map(({ route }) => route))
  const cwd = new URL('../../../../../apps/gateway/src/', import.meta.url).pathname
  const routes = globSync('**/routes/*/route.ts', { cwd }).map((file) => basename(dirname(file)))
  expect(routes.length).toBeGreaterThan(10)
  expect(routes.filter((route) => !asked.has(route))).toEqual([])
})

// Generated from monitoring.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../graphql/operation.ts'

export type MonitoringVariables = Record<string, never>

export type MonitoringResult = {
  monitoringStats: {
    replica: string
    nodeVersion: string
    uptimeSeconds: number
    cpuPercent: number
    eventLoop: {
      utilization: number
      delayP99Ms: number
    }
    memory: {
      rssBytes: number
      heapUsedBytes: number
    }
    pools: readonly ({
      name: string
      total: number
      idle: number
      waiting: number
      max: number
    })[]
    taskQueues: readonly ({
      kind: string
      waiting: number
      running: number
      oldestReadyMs: number | null
    })[] | null
  } | null
  monitoringOperations: {
    asOf: string
    lastHour: {
      total: number
      operations: readonly ({
        kind: string
        total: number
        p50Ms: number | null
        p95Ms: number | null
        outcomes: readonly ({
          outcome: string
          count: number
        })[]
      })[]
    }
    lastDay: {
      total: number
    }
  } | null
  aiServices: {
    services: readonly ({
      name: string
      state: 'CLOSED' | 'HALF_OPEN' | 'OPEN'
      calls5m: number
      failures5m: number
      p95Ms: number | null
      lastFailureCode: string | null
    })[]
  } | null
  routeStates: readonly ({
    routeId: string
    replica: string
    state: 'CLOSED' | 'HALF_OPEN' | 'OPEN'
    calls5m: number
    failures5m: number
    p95: number | null
  })[] | null
  catalog: readonly ({
    alias: string
    routes: readonly ({
      id: string
      providerModel: string
    })[]
  })[]
}

export const monitoring: Operation<MonitoringResult, MonitoringVariables> = {
  name: 'Monitoring',
  text: "query Monitoring{monitoringStats{replica nodeVersion uptimeSeconds cpuPercent eventLoop{utilization delayP99Ms}memory{rssBytes heapUsedBytes}pools{name total idle waiting max}taskQueues{kind waiting running oldestReadyMs}}monitoringOperations{asOf lastHour{total operations{kind total p50Ms p95Ms outcomes{outcome count}}}lastDay{total}}aiServices{services{name state calls5m failures5m p95Ms lastFailureCode}}routeStates{routeId replica state calls5m failures5m p95}catalog{alias routes{id providerModel}}}",
}

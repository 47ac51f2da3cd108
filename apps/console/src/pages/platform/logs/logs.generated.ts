// Generated from logs.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../graphql/operation.ts'

export type AppLogsVariables = {
  after?: string | null | undefined
  level?: 'DEBUG' | 'ERROR' | 'FATAL' | 'INFO' | 'WARN' | null | undefined
  service?: string | null | undefined
  text?: string | null | undefined
  from?: string | null | undefined
}

export type AppLogsResult = {
  appLogs: {
    nodes: readonly ({
      timestamp: string
      level: 'DEBUG' | 'ERROR' | 'FATAL' | 'INFO' | 'WARN'
      service: string
      message: string
      context: unknown
    })[]
    endCursor: string | null
    hasNextPage: boolean
    searchedToTime: string | null
  } | null
}

export const appLogs: Operation<AppLogsResult, AppLogsVariables> = {
  name: 'AppLogs',
  text: "query AppLogs($after:ID,$level:LogLevel,$service:String,$text:String,$from:DateTime){appLogs(first:100 after:$after level:$level service:$service text:$text from:$from){nodes{timestamp level service message context}endCursor hasNextPage searchedToTime}}",
}

export type LogStreamVariables = Record<string, never>

export type LogStreamResult = {
  logStream: {
    timestamp: string
    level: string
    message: string
    context: unknown
  }
}

export const logStream: Operation<LogStreamResult, LogStreamVariables> = {
  name: 'LogStream',
  text: "subscription LogStream{logStream{timestamp level message context}}",
}

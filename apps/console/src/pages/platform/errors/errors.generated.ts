// Generated from errors.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../graphql/operation.ts'

export type ErrorGroupsVariables = {
  service?: string | null | undefined
}

export type ErrorGroupsResult = {
  errorGroups: {
    groups: readonly ({
      fingerprint: string
      service: string
      level: 'DEBUG' | 'ERROR' | 'FATAL' | 'INFO' | 'WARN'
      message: string
      code: string | null
      count: number
      firstSeenAt: string
      lastSeenAt: string
    })[]
    totalGroups: number
    totalErrors: number
    oldestErrorAt: string | null
    searchedToTime: string | null
  } | null
}

export const errorGroups: Operation<ErrorGroupsResult, ErrorGroupsVariables> = {
  name: 'ErrorGroups',
  text: "query ErrorGroups($service:String){errorGroups(service:$service){groups{fingerprint service level message code count firstSeenAt lastSeenAt}totalGroups totalErrors oldestErrorAt searchedToTime}}",
}

import type { QueryClient } from '@tanstack/react-query'
import { createContext, use, useSyncExternalStore } from 'react'
import type { Ask } from './graphql/create-ask.ts'
import type { SessionState } from './session/create-session.ts'
import type { BrowserSession } from './session/open-browser-session.ts'

/** What main.tsx creates once and every page uses. */
export type ConsoleTools = { ask: Ask; queries: QueryClient; session: BrowserSession }

export const ConsoleContext = createContext<ConsoleTools | undefined>(undefined)

export function useConsole(): ConsoleTools {
  const tools = use(ConsoleContext)
  if (!tools) throw new Error('useConsole is called outside ConsoleContext')
  return tools
}

export function useSessionState(): SessionState {
  const { session } = useConsole()
  return useSyncExternalStore(session.subscribe, session.state)
}

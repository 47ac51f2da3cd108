import '@fontsource-variable/inter/wght.css'
import './style/console.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ConsoleContext, type ConsoleTools } from './console-context.ts'
import { createAsk } from './graphql/create-ask.ts'
import { createQueries } from './graphql/create-queries.ts'
import { createConsoleRouter } from './router.tsx'
import { openBrowserSession } from './session/open-browser-session.ts'

const session = openBrowserSession()
const queries = createQueries()
const router = createConsoleRouter()
const tools: ConsoleTools = { session, queries, ask: createAsk(session) }

// What one user has seen must not be shown to the next one, in any tab.
let userId: string | undefined
session.subscribe(() => {
  const state = session.state()
  const nextId = state.kind === 'open' ? state.session.user.id : undefined
  if (userId !== undefined && nextId !== userId) queries.clear()
  userId = nextId ?? userId
})
void session.start()

const element = document.querySelector('#console')
if (element) {
  createRoot(element).render(
    <StrictMode>
      <ConsoleContext value={tools}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </ConsoleContext>
    </StrictMode>,
  )
}

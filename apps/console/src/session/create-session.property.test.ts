// Several tabs over a model of the browser (one lock, one channel that delivers late, one cookie) and of the server with
// its leeway of ten seconds. fast-check chooses the order of everything that is asynchronous.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type OpenSession, type Session, type TabMessage, createSession } from './create-session.ts'

const user = { id: 'u', email: 'u@test.example', isSuperAdmin: false }
const lifeMs = 15 * 60_000

type World = {
  tabs: Session[]
  addTab: () => Session
  refreshes: number
  mostAtOnce: number
  pass: (ms: number) => void
}

function createWorld(scheduler: fc.Scheduler, { isLost }: { isLost: () => boolean }): World {
  let nowMs = 0
  let tail: Promise<void> = Promise.resolve()
  let running = 0
  const timers = new Set<{ atMs: number; work: () => void }>()
  const world: World = {
    tabs: [],
    refreshes: 0,
    mostAtOnce: 0,
    pass(ms) {
      nowMs += ms
      for (const timer of timers) if (timer.atMs <= nowMs && timers.delete(timer)) timer.work()
    },
    addTab() {
      const tab: Session = createSession({
        nowMs: () => nowMs,
        after(ms, work) {
          const timer = { atMs: nowMs + ms, work }
          timers.add(timer)
          // A wait for other tabs ends on its own; the other timers fire when the test lets time pass.
          if (ms <= 50)
            void scheduler.schedule(Promise.resolve(), 'wait').then(() => timers.delete(timer) && work())
          return () => timers.delete(timer)
        },
        withLock(work) {
          tail = tail.then(() => scheduler.schedule(Promise.resolve(), 'lock')).then(work)
          return tail
        },
        post: (message) => broadcast(tab, message),
        async refresh() {
          running += 1
          world.refreshes += 1
          world.mostAtOnce = Math.max(world.mostAtOnce, running)
          await scheduler.schedule(Promise.resolve(), 'refresh')
          running -= 1
          const session: OpenSession = { token: `t${world.refreshes}`, expiresAtMs: nowMs + lifeMs, user }
          return isLost() ? { kind: 'failed' } : { kind: 'open', session }
        },
      })
      world.tabs.push(tab)
      return tab
    },
  }
  function broadcast(sender: Session, message: TabMessage): void {
    for (const tab of world.tabs)
      if (tab !== sender)
        void scheduler.schedule(Promise.resolve(), 'message').then(() => tab.receive(message))
  }
  return world
}

test('however tabs start, refresh and lose answers: one refresh at a time, and no tab is logged out', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.boolean(), { maxLength: 3 }),
      async (scheduler, tabCount, lost) => {
        const world = createWorld(scheduler, { isLost: () => lost.shift() ?? false })
        const starts = Array.from({ length: tabCount }, () => world.addTab().start())
        await scheduler.waitFor(Promise.all(starts))
        world.pass(lifeMs - 30_000)
        const tokens = world.tabs.map((tab) => tab.token())
        await scheduler.waitFor(Promise.all(tokens))
        world.pass(5_000)
        await scheduler.waitIdle()
        expect(world.mostAtOnce).toBe(1)
        expect(world.tabs.filter((tab) => tab.state().kind === 'closed')).toEqual([])
      },
    ),
  )
})

test('a refused token is replaced once for all requests of a tab', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.integer({ min: 1, max: 6 }), async (scheduler, requests) => {
      const world = createWorld(scheduler, { isLost: () => false })
      const tab = world.addTab()
      await scheduler.waitFor(tab.start())
      const renewed = Promise.all(Array.from({ length: requests }, () => tab.renew('t1')))
      await scheduler.waitFor(renewed)
      expect(new Set(await renewed)).toEqual(new Set(['t2']))
      expect(world.refreshes).toBe(2)
    }),
  )
})

test('a logout reaches every tab, and a login after it is not undone by an older end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      const world = createWorld(scheduler, { isLost: () => false })
      const [one, other] = [world.addTab(), world.addTab()]
      await scheduler.waitFor(Promise.all([one.start(), other.start()]))
      await scheduler.waitIdle()
      one.close({ isConfirmed: true })
      await scheduler.waitIdle()
      expect(other.state()).toEqual({ kind: 'closed', wasOpen: true })
      other.adopt({ token: 'new', expiresAtMs: lifeMs, user })
      other.receive({ kind: 'ended', token: 't1' })
      await scheduler.waitIdle()
      expect([one.state().kind, other.state().kind]).toEqual(['open', 'open'])
    }),
  )
})

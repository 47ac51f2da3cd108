import type { ReactNode } from 'react'
import { PageHead } from '../../parts/page-head.tsx'
import { Button } from '../../parts/form/button.tsx'
import { Tray, TrayRow } from '../../shell/tray/tray.tsx'
import { tray } from '../../shell/tray/tray-store.ts'
import { designTexts as texts } from '../../words/en/design.ts'
import { DesignControls, DesignDialogs } from './design-controls.tsx'
import { DesignGrid, DesignPlots } from './design-data.tsx'
import { DesignToasts, DesignTooltips } from './design-hints.tsx'
import { DesignColours, DesignStates, DesignText } from './design-states.tsx'

export function DesignPage() {
  return (
    <main className="page">
      <PageHead title={texts.title} text={texts.text} />
      <Part title={texts.colours}>
        <DesignColours />
      </Part>
      <Part title={texts.text_}>
        <DesignText />
      </Part>
      <Part title={texts.buttons}>
        <DesignControls />
      </Part>
      <Part title={texts.dialogs}>
        <DesignDialogs />
      </Part>
      <Part title={texts.tooltips}>
        <DesignTooltips />
      </Part>
      <Part title={texts.toasts}>
        <DesignToasts />
      </Part>
      <Part title={texts.states}>
        <DesignStates />
      </Part>
      <Part title={texts.grid}>
        <DesignGrid />
      </Part>
      <Part title={texts.plots}>
        <DesignPlots />
      </Part>
      <Part title={texts.tray}>
        <DesignTray />
      </Part>
      <Tray />
    </main>
  )
}

function DesignTray() {
  return (
    <>
      <div className="design-row">
        <Button onClick={beginWork}>{texts.begin}</Button>
      </div>
      <ul className="design-columns">
        <TrayRow
          item={{
            id: '1',
            title: texts.uploading,
            state: 'running',
            text: texts.uploadingText,
            share: 0.64,
            onCancel() {},
          }}
        />
        <TrayRow
          item={{
            id: '2',
            title: texts.exported,
            state: 'done',
            text: texts.exportedText,
            href: '/design',
          }}
        />
        <TrayRow
          item={{ id: '3', title: texts.exportFailed, state: 'failed', text: texts.exportFailedText }}
        />
      </ul>
    </>
  )
}

/** Ten steps of half a second. */
function beginWork(): void {
  let sent = 0
  const work = tray.begin({ title: texts.uploading, text: texts.sent(0), onCancel: () => end('failed') })
  const timer = window.setInterval(() => {
    sent += 5
    work.report({ text: texts.sent(sent), share: sent / 50 })
    if (sent === 50) end('done')
  }, 500)
  function end(state: 'done' | 'failed'): void {
    window.clearInterval(timer)
    work.finish({ state, text: state === 'done' ? texts.good : texts.cancelled })
  }
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="design-part">
      <h2>{title}</h2>
      {children}
    </section>
  )
}

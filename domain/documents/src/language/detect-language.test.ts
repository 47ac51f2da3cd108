import { expect, test } from 'vitest'
import { detectLanguage } from './detect-language.ts'

const samples: Readonly<Record<string, string>> = {
  en: 'I have worked as a welder for ten years and led a team of four people. My tasks were the planning of the work, the training of apprentices and the inspection of pipelines before they were handed over.',
  de: 'Ich habe zehn Jahre lang als Schweißer gearbeitet und ein Team von vier Personen geleitet. Zu meinen Aufgaben gehörten die Planung der Arbeiten, die Ausbildung der Lehrlinge und die Prüfung der Leitungen.',
  fr: 'J’ai travaillé pendant dix ans comme soudeur et dirigé une équipe de quatre personnes. Mes tâches étaient la planification des travaux, la formation des apprentis et le contrôle des conduites avant leur remise.',
  ro: 'Am lucrat timp de zece ani ca sudor și am condus o echipă de patru persoane. Sarcinile mele au fost planificarea lucrărilor, instruirea ucenicilor și verificarea conductelor înainte de predare.',
  es: 'He trabajado durante diez años como soldador y he dirigido un equipo de cuatro personas. Mis tareas eran la planificación de los trabajos, la formación de los aprendices y la inspección de las tuberías.',
}

test.each(Object.entries(samples))('%s is detected', (language, text) => {
  expect(detectLanguage(text)).toBe(language)
  // The contact details at the top of a CV do not change the result.
  expect(
    detectLanguage(`Linda Grant\nlinda@example.com\nhttps://example.com/linda\n+1 555 0100\n${text}`),
  ).toBe(language)
})

test.each(['', 'Linda Grant, Springfield', '12345 67890 '.repeat(100)])(
  '%j is too short to detect a language',
  (text) => {
    expect(detectLanguage(text)).toBeNull()
  },
)

import { foldPhrase } from '@gatehouse/reading/fold-text'
import { expect, test } from 'vitest'
import { sectionOfAnyHeading } from './section-words.ts'

/** Headings as they stand in postings, in English, German, French, Spanish and Romanian. */
const headings: readonly (readonly [string, readonly string[]])[] = [
  [
    'tasks',
    [
      "What you will do | What you'll be doing | What you'll work on | Your day-to-day",
      "Your days will look like this | A typical week | How you'll spend your time",
      "The job in a nutshell | What the job is about | What this role is about | What's the job?",
      "Your responsibilities | Key accountabilities | What we'd like you to do | You'll be",
      'You will be | In this position you will | As our new baker you will',
      'What awaits you in this job | Where you come in | How you will make a difference',
      "How you'll contribute | Main tasks | Day to day | Purpose of the role",
      "What does the job look like? | The role in short | Here's what you'll do",
      'What keeps you busy',
    ],
  ],
  [
    'must',
    [
      "What you bring | What you'll bring | What you'll bring to the table | You bring",
      "What you need | What we need from you | What we're looking for | Who we're looking for",
      'Who are we looking for? | Who you are | You are | You have | About you',
      "You'll fit in if you | Is this you?",
      'Does this sound like you? | Must-haves | Must have | The must-haves',
      'Minimum qualifications | Basic qualifications | Required skills | Skills and experience',
      'Essential | Essential criteria | Essential skills | Non-negotiables | The essentials',
      'What you should have | What you should bring along | What it takes | What we ask',
      'We ask for | We require | What we expect | Candidate profile | To do this job you need',
      "Your profile | Your qualifications | You'll need | Prerequisites | Entry requirements",
      'What do you need? | What you have to offer | What counts for us',
    ],
  ],
  [
    'nice',
    [
      'Nice to have | Nice-to-haves | Nice extras | Bonus points | Bonus points if you have',
      'Extra points for | Considered an asset | Assets | An asset | Desirable | Desirables',
      'It would be great if you had | Would be nice | Good to have but not required',
      "Icing on the cake | Cherry on top | We'd be delighted if you also have",
      'Even better if you have | A plus if you have | Pluses | Preferred qualifications',
      'Preferred | What would set you apart | Not a must, but great | Helpful but not essential',
      'Ideally you also have | Welcome but not necessary | What gives you an edge',
    ],
  ],
  [
    'offer',
    [
      "What we offer | We offer | We can offer | What's in it for you? | What you get",
      "What you'll get | What you can expect | What you can look forward to | Our offer | Perks",
      "Perks and benefits | Benefits | Benefits package | Why you'll love working here",
      'Why work with us? | Why join us? | What we give you | In return | How we look after you',
      "How we reward you | What's on the table | Here's what we offer you",
      'Compensation and benefits | Our promise to you | We give you | You can expect from us',
    ],
  ],
  [
    'tasks',
    [
      'Was du machst | Was machst du bei uns? | Das machst du | Was Sie tun | Was du tust',
      'Das tun Sie | Was dich erwartet | Das erwartet dich | Das erwartet Sie | Was Sie erwartet',
      'Deine Aufgaben | Ihr Aufgabengebiet | Das sind deine Aufgaben | Worum es geht',
      'Dein Arbeitstag | So sieht dein Tag aus | So sieht dein Alltag aus | Dein Tag bei uns',
      'Du fährst | Du kochst | Du betreust | Sie übernehmen | Du übernimmst',
      'Dafür bist du zuständig | Wofür Sie verantwortlich sind | Das wirst du tun',
      'Deine Hauptaufgaben | Damit beschäftigst du dich | Was gibt es zu tun?',
      'Darum kümmerst du dich | Dein Wirkungsfeld | Das Aufgabenfeld | Was bei uns zu tun ist',
      'Ihre neue Stelle | Hier packst du mit an',
    ],
  ],
  [
    'must',
    [
      'Was du mitbringst | Das bringst du mit | Du bringst mit | Sie bringen mit',
      'Was Sie mitbringen | Das brauchst du | Was du brauchst | Was wir brauchen',
      'Das solltest du mitbringen | Was du mitbringen solltest | Was wir uns wünschen',
      'Was wir von dir erwarten | Das erwarten wir von Ihnen | Du hast | Sie haben',
      'Sie verfügen über | Du bist | Du kannst | Wen wir suchen | Wir suchen jemanden mit',
      'Ihr Profil | Dein Profil | Damit überzeugst du uns | Unsere Anforderungen',
      'Anforderungsprofil | Voraussetzungen | Das setzen wir voraus | Was wir voraussetzen',
      'Muss-Kriterien | Unbedingt erforderlich | Was zählt | Worauf es uns ankommt',
      'Darauf kommt es an | Das passt zu uns | Dein Können | Deine Stärken',
      'Fachliche Voraussetzungen | Ihre Qualifikation | Was nicht fehlen darf | Pflicht',
      'Ohne das geht es nicht',
    ],
  ],
  [
    'nice',
    [
      'Das wäre schön, ist aber kein Muss | Schön, aber nicht zwingend',
      'Gerne gesehen, aber kein Muss | Von Vorteil | Von Vorteil, aber kein Muss | Wünschenswert',
      'Wünschenswert, aber nicht notwendig | Das wäre toll | Toll wäre | Ein Plus | Pluspunkte',
      'Bonuspunkte | Nice to have | Kann, muss aber nicht | Das ist kein Muss',
      'Zusätzlich freuen wir uns über | Was uns besonders freut | Gut, aber nicht nötig',
      'Idealerweise | Optional | Das i-Tüpfelchen | Sahnehäubchen | Gern auch',
      'Außerdem hilfreich | Zusätzlich hilfreich | Kein K.-o.-Kriterium',
    ],
  ],
  [
    'offer',
    [
      'Was wir bieten | Wir bieten | Wir bieten Ihnen | Das bieten wir dir | Das bieten wir',
      'Das haben Sie davon | Was du davon hast | Das geben wir dir | Was wir dir geben',
      'Das bekommst du | Das bekommst du bei uns | Was du bekommst | Was du von uns bekommst',
      'Du bekommst | Deine Vorteile | Deine Benefits | Unser Angebot | Unsere Leistungen',
      'Darauf kannst du dich freuen | Freuen Sie sich auf | Bei uns gibt es | Was für uns spricht',
      'Warum wir? | Gute Gründe für uns | Was wir dir versprechen | Das springt für dich raus',
      "Und dafür gibt's | Was dabei rausspringt | Konditionen und Benefits",
      'Das darfst du erwarten | Was Sie von uns erwarten dürfen | Wir sorgen für dich',
    ],
  ],
  [
    'tasks',
    [
      'Vos missions | Votre mission | Tes missions | Ta mission chez nous',
      "Vos principales missions | Missions principales | Ce qui vous attend | Ce qui t'attend",
      'Ce que vous ferez | Ce que vous allez faire | Ce que tu feras chez nous | Votre quotidien',
      'Au programme | Vos journées | Vos responsabilités | Votre rôle | Le rôle | Le poste',
      'Dans une semaine normale, vous allez | Dans ce poste, vous | Concrètement, vous',
      'Vous serez chargé de | Vous aurez pour missions | Tu seras responsable de',
      'Principales tâches | Vos tâches | Description du poste | Fonction | Votre fonction',
      'Contenu de la fonction | À quoi ressemble le poste ? | Le travail | Le job',
      'Que ferez-vous ?',
    ],
  ],
  [
    'must',
    [
      'Votre profil | Profil recherché | Profil | Le profil que nous cherchons',
      "Ce que tu apportes | Ce que vous apportez | Vous apportez | Ce qu'il faut",
      "Ce qu'il vous faut | Ce qu'il te faut | Ce que nous demandons",
      "Ce que nous attendons de vous | Ce qu'on attend de toi | Ce que nous recherchons",
      "Ce qu'on cherche | Qui êtes-vous ? | Vous êtes | Vous avez | Tu as | Prérequis",
      'Les prérequis | Exigences | Exigences du poste | Nos exigences | Compétences requises',
      'Compétences | Indispensable | Indispensables | Critères obligatoires | Impératif',
      "Conditions d'accès | Qualifications | Votre parcours | Vos atouts pour réussir",
      'Il vous faut | On vous demande | Nous demandons | Vos compétences | Diplômes et expérience',
      'Formation et expérience',
    ],
  ],
  [
    'nice',
    [
      'Atouts | Les atouts | Un atout | Serait un atout | Constitue un atout | Les plus | Un plus',
      'Les petits plus | Ce qui serait un plus | Les bonus | Ce qui nous ferait plaisir en plus',
      'Souhaité | Apprécié | Serait apprécié | Idéalement | Si tu as aussi | Si vous avez en plus',
      'Pas obligatoire mais apprécié | Facultatif | Souhaitable | La cerise sur le gâteau',
      "Nous apprécierions | Ce n'est pas obligatoire, mais | En bonus",
    ],
  ],
  [
    'offer',
    [
      "Ce que nous offrons | Ce que nous t'offrons | Ce que nous vous proposons | Nous offrons",
      "Nous proposons | Nous vous offrons | On vous propose | On t'offre | On te propose | Offre",
      "Notre offre | L'offre | Avantages | Vos avantages | Les avantages",
      'Rémunération et avantages | Pourquoi nous rejoindre ? | Pourquoi venir chez nous ?',
      "Ce que vous y gagnez | Ce qu'on t'offre | Vous bénéficiez de | Ce que vous aurez",
      "En échange | Ce que l'on propose | Nos atouts",
    ],
  ],
  [
    'tasks',
    [
      'Qué harás | ¿Qué harás? | ¿Qué vas a hacer? | Lo que harás | Lo que vas a hacer',
      '¿Cuáles serán tus funciones? | Tus funciones | Funciones | Principales funciones',
      'Principales tareas | Tus tareas | Tu día a día | ¿Cómo será tu día a día?',
      '¿En qué consiste el trabajo? | Actividades | TUS ACTIVIDADES | Responsabilidades',
      'Tu misión | Tu rol | ¿Cuál será tu rol? | De qué te ocuparás | Te encargarás de',
      'Labores a realizar | El trabajo | En qué trabajarás | Descripción del puesto',
      'Objetivo del puesto',
    ],
  ],
  [
    'must',
    [
      'Requisitos | Requisitos mínimos | Requisitos excluyentes | Requisitos imprescindibles',
      'Lo que buscamos | Qué buscamos | ¿Qué buscamos? | A quién buscamos | ¿Qué necesitas?',
      'Lo que necesitas | ¿Qué pedimos? | Lo que pedimos | Te pedimos | Pedimos | Indispensable',
      'Imprescindible | Excluyente | Perfil | Perfil buscado | Perfil requerido | Tu perfil',
      '¿Quién eres? | Tienes | Cuentas con | Lo que debes tener | ¿Qué esperamos de ti?',
      'Qué traes tú | Lo que traes | Aportas | Lo que aportas | Formación y experiencia',
      'Necesitamos que tengas | Se requiere | Se solicita | Solicitamos | Competencias',
      'Condiciones indispensables | Es necesario | Tenés que tener | Lo que no puede faltar',
    ],
  ],
  [
    'nice',
    [
      'Deseable | DESEABLE (no indispensable) | Deseables | Se valora | Se valorará',
      'Se valorará positivamente | Valoramos | Valorable | Puntos extra | Puntos a favor',
      'Suma si tenés | Suma puntos | Sumarás puntos si | Sería un plus | Un plus | Plus',
      'No excluyente | Requisitos deseables | Nos encantaría que además | Si además tienes',
      'Te dará puntos | Mejor si | Opcional | Ideal si además | No es imprescindible, pero ayuda',
    ],
  ],
  [
    'offer',
    [
      'Ofrecemos | Te ofrecemos | Lo que ofrecemos | ¿Qué ofrecemos? | Qué te ofrecemos',
      'Se ofrece | Beneficios | Ventajas | Prestaciones | Lo que te damos | Lo que damos',
      'Te damos | ¿Qué te damos? | ¿Qué te llevas? | ¿Qué ganas tú? | ¿Por qué nosotros?',
      '¿Por qué trabajar con nosotros? | Qué puedes esperar de nosotros | Qué recibes',
      'Condiciones y beneficios | A cambio | Nuestra propuesta | Nuestra oferta',
      'Lo que vas a tener | Paquete de beneficios',
    ],
  ],
  [
    'tasks',
    [
      'Ce vei face | Ce faci la noi | Ce ai de făcut | Ce presupune munca | Ce presupune postul',
      'Responsabilități | Responsabilitățile tale | Atribuții | Atribuții principale | Activități',
      'Activități principale | Sarcini | Sarcini de serviciu | Descrierea postului | Rolul tău',
      'Ziua ta de lucru | O zi obișnuită | De ce te vei ocupa | Cu ce te vei ocupa',
      'Te vei ocupa de | Vei fi responsabil de | Misiunea ta | Îndatoriri | Obligațiuni',
      'Ce urmează să faci',
    ],
  ],
  [
    'must',
    [
      'Cerințe | Cerinte | Cerințe obligatorii | Cerinte fata de candidat | Ce cerem',
      'Ce îți cerem | Ce căutăm | Pe cine căutăm | Căutăm | Ce trebuie să ai | Ce-ți trebuie',
      'De ce ai nevoie | Ce așteptăm de la tine | Ce aduci tu | Ce aduci | Profilul candidatului',
      'Profilul căutat | Candidatul ideal | Obligatoriu | Neapărat | Condiții obligatorii',
      'Condiții de angajare | Ai | Ești | Ai așa ceva? | Te potrivești dacă | Calificări necesare',
      'Competențe | Studii și experiență | Solicităm | Ne trebuie | Avem nevoie de',
    ],
  ],
  [
    'nice',
    [
      'Avantaj | Va constitui un avantaj | Constituie avantaj | Reprezintă avantaj',
      'Reprezintă un avantaj | Avantaj, dar nu obligatoriu | Va fi un plus | Ar fi un plus',
      'Un plus | Ar fi bine să ai | Ne-ar plăcea să ai | Ne bucurăm dacă ai | Bonus',
      'Puncte în plus | Nu e obligatoriu, dar ajută | De preferat | Opțional | Apreciem',
      'E un avantaj dacă | Ideal ar fi | Dacă ai și | Se apreciază',
    ],
  ],
  [
    'offer',
    [
      'Oferim | Ce oferim | Îți oferim | Ce îți oferim | Noi oferim | Oferta noastră',
      'Ce primești | Primești | Ce ai de câștigat | Beneficii | Beneficiile tale | Ce propunem',
      'Propunem | Vă propunem | Ce dăm noi | Ce-ți dăm | Pachet salarial | Ce te așteaptă la noi',
      'De ce să lucrezi la noi | De ce să vii la noi? | În schimb oferim | Garantăm | Asigurăm',
      'Condiții de muncă și salarizare',
    ],
  ],
  [
    'about',
    [
      'Who we are | About us | Our school | Our practice | Our restaurant | Our story',
      'The company | Über uns | Wer wir sind | Unsere Kanzlei | Unser Haus | Unser Betrieb',
      'Unsere Praxis | Das sind wir | Wer sind wir? | Qui sommes-nous ? | Notre entreprise',
      "Notre maison | L'entreprise | Notre cabinet | À propos de nous | Sobre nosotros",
      'Quiénes somos | ¿Quiénes somos? | Nuestra empresa | Nuestra clínica | La empresa',
      'Despre noi | Cine suntem | Cine suntem noi? | Compania noastră | Firma noastră',
      'Școala noastră',
    ],
  ],
  [
    'terms',
    [
      'Where | Location | Job site | Worksite | Your workplace | Place of work | Duty station',
      "Base | Where you'll work | Hours | Pay | Pay range | Starting wage | Salary range | Shift",
      'Shifts | Start date | Einsatzort | Arbeitsort | Dein Arbeitsort | Ihr Einsatzort',
      'Dein Arbeitsplatz | Standort | Ort | Dienstort | Arbeitszeit | Vergütung | Lieu',
      'Lieu de travail | Ton lieu de travail | Votre lieu de travail | Lieu du poste | Où ?',
      'Où ça ? | Poste basé à | Salaire | Horaires | Type de contrat | Conditions',
      'Lugar de trabajo | Dónde | ¿DÓNDE? | Ubicación | Zona de trabajo | Centro de trabajo',
      'Horario | Salario | Sueldo | Locul de muncă | Loc de muncă | Punct de lucru',
      'Punctul de lucru | Orașul | Locația | Unde | Unde lucrezi | Sediu | Program | Salariu',
    ],
  ],
  [
    'apply',
    [
      'How to apply | Apply now | Interested? | Questions? | Sounds good? | Contact | Kontakt',
      'Interesse geweckt? | Klingt gut? | Neugierig? | Bewerbung | So bewirbst du dich',
      'Intéressé(e) ? | Pour postuler | Candidature | Contact et candidature',
      'Envie de nous rejoindre ? | ¿Te interesa? | ¿Te animas? | ¿Cómo aplicar? | Interesados',
      'Contacto | Contact | Cum aplici | Te interesează? | Interesat? | Relații',
    ],
  ],
]

test.each(headings)('headings of %s', (kind, lists) => {
  const all = lists.flatMap((list) => list.split(' | '))
  const wrong = all.filter((heading) => sectionOfAnyHeading(foldPhrase(heading)) !== kind)
  expect(wrong).toEqual([])
})

/** A passage with sentences that it bears out and sentences that change what it says. */
export interface GroundingCase {
  language: string;
  passage: string;
  supported: string[];
  /** What was changed, and the sentence. */
  altered: [change: "number" | "name" | "negation" | "swap", sentence: string][];
}

/** The cases that the thresholds were chosen on. */
export const CHOSEN_ON: GroundingCase[] = [
  {
    language: "en",
    passage:
      "The tenant may terminate this lease by giving three months' written notice to the end of a calendar month. The landlord shall return the deposit of EUR 2,400 within sixty days after the tenant has moved out. Interest is not paid on the deposit.",
    supported: [
      "The tenant can end the lease with three months' written notice.",
      "You have to give notice in writing, three months before the end of a calendar month.",
      "The deposit of €2,400 is returned within 60 days after moving out.",
      "No interest is paid on the deposit.",
      "The landlord returns 2,400 euros, but the deposit earns no interest.",
    ],
    altered: [
      ["number", "The tenant can end the lease with six months' written notice."],
      ["number", "The deposit of €4,200 is returned within 60 days after moving out."],
      ["number", "The landlord returns the deposit within 90 days."],
      ["negation", "Interest is paid on the deposit."],
      ["negation", "The landlord shall not return the deposit within sixty days."],
      ["swap", "The landlord may terminate this lease by giving three months' written notice."],
    ],
  },
  {
    language: "en",
    passage:
      "Acme Robotics acquired Bluefin Systems in March 2019 for 340 million dollars. Maria Keller, who had founded Bluefin in 2007, joined the board of Acme. The Berlin office has 140 employees, while the Munich office has 85.",
    supported: [
      "Acme Robotics bought Bluefin Systems for 340 million dollars in March 2019.",
      "Bluefin was founded by Maria Keller in 2007.",
      "Maria Keller joined Acme's board.",
      "There are 140 employees in Berlin and 85 in Munich.",
      "The acquisition cost $340,000,000.",
    ],
    altered: [
      ["swap", "Bluefin Systems acquired Acme Robotics in March 2019 for 340 million dollars."],
      ["number", "Acme Robotics acquired Bluefin Systems in March 2018."],
      ["name", "Acme Robotics acquired Redfin Systems in March 2019."],
      ["name", "Bluefin was founded by Martha Heller in 2007."],
      ["swap", "The Berlin office has 85 employees, while the Munich office has 140."],
      ["number", "Acme Robotics paid 34 million dollars for Bluefin Systems."],
    ],
  },
  {
    language: "de",
    passage:
      "Der Mieter haftet für Schäden, die durch unsachgemäße Behandlung der Wohnung entstehen. Haustiere mit Ausnahme von Kleintieren bedürfen der Zustimmung des Vermieters. Die Kündigungsfrist beträgt drei Monate zum Monatsende. Die Kaution von 2.400 Euro wird nicht verzinst.",
    supported: [
      "Für Schäden durch unsachgemäße Behandlung der Wohnung haftet der Mieter.",
      "Die Kündigungsfrist ist drei Monate zum Ende des Monats.",
      "Es gilt eine Kündigungsfrist von 3 Monaten.",
      "Die Kaution beträgt 2.400 Euro und wird nicht verzinst.",
      "Haustiere bedürfen der Zustimmung des Vermieters, Kleintiere ausgenommen.",
    ],
    altered: [
      ["number", "Die Kündigungsfrist beträgt zwei Monate zum Monatsende."],
      ["number", "Die Kaution von 4.200 Euro wird nicht verzinst."],
      ["negation", "Die Kaution von 2.400 Euro wird verzinst."],
      [
        "negation",
        "Der Mieter haftet nicht für Schäden, die durch unsachgemäße Behandlung der Wohnung entstehen.",
      ],
      ["swap", "Haustiere mit Ausnahme von Kleintieren bedürfen der Zustimmung des Mieters."],
    ],
  },
  {
    language: "fr",
    passage:
      "Le préavis de résiliation est de deux mois. Le dépôt de garantie de 1 200 euros est restitué dans un délai de trente jours. La sous-location n'est pas autorisée sans l'accord écrit du bailleur. Le contrat a été signé à Lyon par Claire Dubois le 4 mai 2021.",
    supported: [
      "Le préavis est de 2 mois.",
      "Le dépôt de garantie, soit 1 200 euros, est restitué sous trente jours.",
      "La sous-location n'est pas autorisée sans accord écrit du bailleur.",
      "Claire Dubois a signé le contrat à Lyon le 4 mai 2021.",
    ],
    altered: [
      ["number", "Le préavis de résiliation est de trois mois."],
      ["number", "Le dépôt de garantie de 1 500 euros est restitué dans un délai de trente jours."],
      ["negation", "La sous-location est autorisée sans l'accord écrit du bailleur."],
      ["name", "Claire Dubois a signé le contrat à Lille le 4 mai 2021."],
      ["name", "Le contrat a été signé à Lyon par Claire Moreau le 4 mai 2021."],
    ],
  },
  {
    language: "es",
    passage:
      "El vuelo sale de Madrid a las 9:40 y llega a Bogotá a las 14:05. Los pasajeros no pueden llevar más de dos maletas de 23 kilos. El billete cuesta 615 euros y no es reembolsable.",
    supported: [
      "El vuelo sale de Madrid a las 9:40.",
      "Cada pasajero puede llevar dos maletas de 23 kilos.",
      "El billete no es reembolsable y cuesta 615 euros.",
    ],
    altered: [
      ["swap", "El vuelo sale de Bogotá a las 9:40 y llega a Madrid a las 14:05."],
      ["number", "El billete cuesta 651 euros y no es reembolsable."],
      ["negation", "El billete cuesta 615 euros y es reembolsable."],
    ],
  },
  {
    language: "zh",
    passage: "租期为两年，自2021年3月1日起计算。每月租金为4500元，押金不予退还。合同由王芳在上海签署。",
    supported: [
      "租期是两年，从2021年3月1日开始。",
      "每月租金4500元。",
      "押金不退还。",
      "王芳在上海签署了合同。",
    ],
    altered: [
      ["number", "租期为三年，自2021年3月1日起计算。"],
      ["number", "每月租金为5400元。"],
      ["negation", "押金予以退还。"],
      ["name", "合同由李强在上海签署。"],
    ],
  },
  {
    language: "ja",
    passage:
      "会議は2022年4月12日に東京で開催された。参加者は48名で、田中さんが議長を務めた。次回の会議は大阪では開催されません。",
    supported: ["会議は2022年4月12日に東京で開かれた。", "参加者は48名だった。", "田中さんが議長を務めた。"],
    altered: [
      ["number", "参加者は84名だった。"],
      ["name", "会議は2022年4月12日に京都で開催された。"],
      ["negation", "次回の会議は大阪で開催されます。"],
    ],
  },
  {
    language: "en",
    passage:
      "Employees are entitled to 28 days of paid leave per year. Up to five unused days may be carried over until 31 March of the following year. Leave is not paid out in cash unless employment ends. Requests go to the line manager, Peter Novak, at least two weeks in advance.",
    supported: [
      "Employees get 28 paid days of leave each year.",
      "Five unused days can be carried over until March 31 of the next year.",
      "Unused leave is not paid out in cash unless the employment ends.",
      "Requests must go to Peter Novak two weeks in advance.",
      "You can carry over up to 5 days.",
    ],
    altered: [
      ["number", "Employees get 24 paid days of leave each year."],
      ["number", "Up to ten unused days may be carried over until 31 March of the following year."],
      ["name", "Requests must go to Peter Horvat two weeks in advance."],
      ["negation", "Unused days may not be carried over until 31 March of the following year."],
      ["negation", "Leave is paid out in cash unless employment ends."],
      ["number", "Five unused days can be carried over until 31 May of the following year."],
    ],
  },
  {
    language: "en",
    passage:
      "The Amazon carries about 209,000 cubic metres of water per second into the Atlantic. The Congo, the second largest river by discharge, carries about 41,000. The Nile is longer than the Amazon according to most sources, at 6,650 kilometres.",
    supported: [
      "The Amazon discharges around 209,000 cubic metres per second into the Atlantic.",
      "The Congo is the second largest river by discharge, with about 41,000.",
      "The Nile, at 6,650 km, is longer than the Amazon.",
    ],
    altered: [
      ["swap", "The Amazon is longer than the Nile according to most sources."],
      ["swap", "The Congo carries about 209,000 cubic metres of water per second into the Atlantic."],
      ["number", "The Nile has a length of 6,560 kilometres."],
      ["name", "The Mekong, the second largest river by discharge, carries about 41,000."],
    ],
  },
  {
    language: "en",
    passage:
      "Item | Supplier | Price\nPump P-200 | Hydra GmbH | 1,450.00\nValve V-17 | Nordtek | 89.50\nFilter F-3 | Nordtek | 12.00",
    supported: [
      "The pump P-200 from Hydra GmbH costs 1,450.",
      "Nordtek supplies the valve V-17 for 89.50.",
      "The filter F-3 costs 12.",
    ],
    altered: [
      ["swap", "The pump P-200 costs 89.50."],
      ["name", "Hydra GmbH supplies the valve V-17 for 89.50."],
      ["number", "The filter F-3 costs 21."],
    ],
  },
  {
    language: "de",
    passage:
      "Die Stadtwerke Aachen haben 2023 insgesamt 412 Ladepunkte errichtet. Geschäftsführerin ist Sabine Vogt. Der Strompreis für Privatkunden stieg von 29 auf 34 Cent je Kilowattstunde. Für Gewerbekunden änderte sich der Preis nicht.",
    supported: [
      "2023 errichteten die Stadtwerke Aachen 412 Ladepunkte.",
      "Sabine Vogt ist Geschäftsführerin.",
      "Privatkunden zahlen nun 34 statt 29 Cent je Kilowattstunde.",
      "Der Preis für Gewerbekunden änderte sich nicht.",
    ],
    altered: [
      ["number", "2023 errichteten die Stadtwerke Aachen 421 Ladepunkte."],
      ["name", "Sabine Krüger ist Geschäftsführerin."],
      ["swap", "Der Strompreis für Privatkunden stieg von 34 auf 29 Cent je Kilowattstunde."],
      ["negation", "Für Gewerbekunden änderte sich der Preis."],
      ["name", "Die Stadtwerke Bonn haben 2023 insgesamt 412 Ladepunkte errichtet."],
    ],
  },
  {
    language: "fr",
    passage:
      "L'usine de Nantes emploie 320 personnes et produit 1,8 million de pièces par an. La direction ne prévoit aucune fermeture avant 2027. Jean Lefèvre dirige le site depuis 2016.",
    supported: [
      "L'usine de Nantes produit 1,8 million de pièces par an.",
      "Aucune fermeture n'est prévue avant 2027.",
      "Jean Lefèvre dirige l'usine depuis 2016.",
      "320 personnes travaillent à Nantes.",
    ],
    altered: [
      ["number", "L'usine de Nantes emploie 230 personnes."],
      ["name", "L'usine de Rennes emploie 320 personnes."],
      ["negation", "La direction prévoit une fermeture avant 2027."],
      ["number", "Jean Lefèvre dirige le site depuis 2019."],
    ],
  },
  {
    language: "es",
    passage:
      "La biblioteca abre de lunes a viernes de 9 a 20 horas. El carné de socio es gratuito para menores de 18 años. Los libros de consulta no se prestan. Ana Torres transfirió 500 euros a Luis Vega.",
    supported: [
      "La biblioteca abre de 9 a 20 horas de lunes a viernes.",
      "El carné es gratuito para los menores de 18 años.",
      "No se prestan los libros de consulta.",
    ],
    altered: [
      ["number", "El carné de socio es gratuito para menores de 16 años."],
      ["negation", "Los libros de consulta se prestan."],
      ["swap", "Luis Vega transfirió 500 euros a Ana Torres."],
    ],
  },
  {
    language: "it",
    passage:
      "Il museo di Torino ha ricevuto 214.000 visitatori nel 2022. Il biglietto ridotto costa 8 euro. L'ingresso non è consentito dopo le 17:30.",
    supported: [
      "Nel 2022 il museo di Torino ha avuto 214.000 visitatori.",
      "Il biglietto ridotto costa 8 euro.",
      "Dopo le 17:30 l'ingresso non è consentito.",
    ],
    altered: [
      ["number", "Il biglietto ridotto costa 6 euro."],
      ["name", "Il museo di Milano ha ricevuto 214.000 visitatori nel 2022."],
      ["negation", "L'ingresso è consentito dopo le 17:30."],
    ],
  },
  {
    language: "ru",
    passage:
      "Завод в Казани выпустил 5200 тракторов в 2020 году. Директором завода является Ольга Смирнова. Экспорт в Индию не планируется.",
    supported: [
      "В 2020 году завод в Казани выпустил 5200 тракторов.",
      "Директор завода — Ольга Смирнова.",
      "Экспорт в Индию не планируется.",
    ],
    altered: [
      ["number", "Завод в Казани выпустил 5200 тракторов в 2021 году."],
      ["name", "Завод в Самаре выпустил 5200 тракторов в 2020 году."],
      ["negation", "Экспорт в Индию планируется."],
    ],
  },
  {
    language: "ko",
    passage:
      "회사는 2018년에 부산에서 설립되었다. 직원은 모두 230명이며 김민수 대표가 이끌고 있다. 주말에는 배송하지 않습니다.",
    supported: ["회사는 2018년 부산에서 설립되었습니다.", "직원은 230명이다.", "주말에는 배송하지 않습니다."],
    altered: [
      ["number", "직원은 모두 320명이다."],
      ["name", "회사는 2018년에 대구에서 설립되었다."],
      ["negation", "주말에는 배송합니다."],
    ],
  },
  {
    language: "ar",
    passage:
      "تأسست الشركة في القاهرة عام ٢٠١٥ ويعمل فيها ١٢٠ موظفا. لا يسمح بالتدخين داخل المبنى. المدير هو أحمد منصور.",
    supported: [
      "تأسست الشركة عام 2015 في القاهرة.",
      "يعمل في الشركة 120 موظفا.",
      "لا يسمح بالتدخين داخل المبنى.",
    ],
    altered: [
      ["number", "تأسست الشركة عام 2016 في القاهرة."],
      ["name", "تأسست الشركة في بغداد عام ٢٠١٥."],
      ["negation", "يسمح بالتدخين داخل المبنى."],
    ],
  },
  {
    language: "zh",
    passage: "公司去年售出一百二十台设备，其中八十台销往德国。售后服务期为五年，人为损坏不在保修范围内。",
    supported: ["去年公司售出120台设备。", "80台设备销往德国。", "人为损坏不在保修范围内。"],
    altered: [
      ["number", "去年公司售出150台设备。"],
      ["name", "八十台设备销往法国。"],
      ["negation", "人为损坏在保修范围内。"],
    ],
  },
];

/** Cases that no threshold was chosen on; one showed that `12. Februar` was cut in two, which was then put right. */
export const HELD_OUT: GroundingCase[] = [
  {
    language: "en",
    passage:
      "The warranty covers manufacturing defects for 24 months from the date of purchase. Damage caused by water is not covered. Claims are handled by Orion Services in Dublin, which must reply within ten working days. The buyer pays for shipping to the service centre; the seller pays for the return.",
    supported: [
      "Manufacturing defects are covered for 24 months after the purchase.",
      "Water damage is not covered by the warranty.",
      "Orion Services in Dublin handles claims and has to reply within 10 working days.",
      "Shipping to the service centre is paid by the buyer.",
    ],
    altered: [
      ["number", "Manufacturing defects are covered for 36 months after the purchase."],
      ["negation", "Damage caused by water is covered."],
      ["name", "Orion Services in Belfast handles claims."],
      ["swap", "The seller pays for shipping to the service centre; the buyer pays for the return."],
    ],
  },
  {
    language: "en",
    passage:
      "Dr. Ines Okafor led the trial at Saint Mary Hospital between 2014 and 2017. Of 1,204 patients, 312 received the placebo. The drug lowered blood pressure by 8.5 points on average and had no effect on heart rate.",
    supported: [
      "The trial, led by Dr. Ines Okafor, ran from 2014 to 2017.",
      "312 of the 1,204 patients got a placebo.",
      "On average, blood pressure fell by 8.5 points.",
      "The drug had no effect on the heart rate.",
    ],
    altered: [
      ["name", "Dr. Ines Mbeki led the trial at Saint Mary Hospital."],
      ["number", "The drug lowered blood pressure by 85 points on average."],
      ["negation", "The drug had an effect on heart rate."],
      ["swap", "Of 312 patients, 1,204 received the placebo."],
    ],
  },
  {
    language: "de",
    passage:
      "Die Sitzung wurde am 12. Februar 2024 von Karin Albrecht geleitet. Der Antrag von Herrn Bauer wurde mit 14 zu 9 Stimmen abgelehnt. Gäste sind zu den Sitzungen nicht zugelassen. Das Protokoll führt Jonas Weber.",
    supported: [
      "Karin Albrecht leitete die Sitzung am 12. Februar 2024.",
      "Herrn Bauers Antrag wurde mit 14 zu 9 Stimmen abgelehnt.",
      "Gäste sind nicht zugelassen.",
      "Das Protokoll wird von Jonas Weber geführt.",
    ],
    altered: [
      ["number", "Die Sitzung wurde am 21. Februar 2024 von Karin Albrecht geleitet."],
      ["swap", "Der Antrag von Herrn Bauer wurde mit 9 zu 14 Stimmen abgelehnt."],
      ["negation", "Gäste sind zu den Sitzungen zugelassen."],
      ["name", "Das Protokoll führt Jonas Richter."],
    ],
  },
  {
    language: "pt",
    passage:
      "A fábrica de Braga produz 900 bicicletas por mês. O contrato com a Rota Norte termina em 2028 e não pode ser renovado.",
    supported: [
      "A fábrica de Braga produz 900 bicicletas por mês.",
      "O contrato com a Rota Norte não pode ser renovado.",
      "O contrato termina em 2028.",
    ],
    altered: [
      ["number", "A fábrica de Braga produz 700 bicicletas por mês."],
      ["negation", "O contrato com a Rota Norte pode ser renovado."],
      ["name", "O contrato com a Rota Sul termina em 2028."],
    ],
  },
  {
    language: "nl",
    passage:
      "De gemeente Utrecht heeft 65 nieuwe bussen besteld bij Vanderveen. Honden zijn niet toegestaan in het park. Het zwembad is open van mei tot september.",
    supported: [
      "Utrecht heeft bij Vanderveen 65 nieuwe bussen besteld.",
      "In het park zijn honden niet toegestaan.",
      "Het zwembad is van mei tot september open.",
    ],
    altered: [
      ["number", "De gemeente Utrecht heeft 56 nieuwe bussen besteld."],
      ["negation", "Honden zijn toegestaan in het park."],
      ["name", "De gemeente Zwolle heeft 65 nieuwe bussen besteld bij Vanderveen."],
    ],
  },
  {
    language: "ja",
    passage:
      "当社の売上高は2023年度に450億円でした。本社は名古屋にあり、社員は1200人です。返品は受け付けておりません。",
    supported: [
      "2023年度の売上高は450億円でした。",
      "本社は名古屋にあります。",
      "返品は受け付けていません。",
    ],
    altered: [
      ["number", "2023年度の売上高は540億円でした。"],
      ["name", "本社は福岡にあります。"],
      ["negation", "返品は受け付けています。"],
    ],
  },
  {
    language: "hi",
    passage: "कंपनी की स्थापना 1998 में पुणे में हुई थी। इसमें 350 कर्मचारी काम करते हैं। परिसर में धूम्रपान की अनुमति नहीं है।",
    supported: [
      "कंपनी की स्थापना पुणे में 1998 में हुई थी।",
      "इसमें 350 कर्मचारी काम करते हैं।",
      "परिसर में धूम्रपान की अनुमति नहीं है।",
    ],
    altered: [
      ["number", "इसमें 530 कर्मचारी काम करते हैं।"],
      ["name", "कंपनी की स्थापना 1998 में जयपुर में हुई थी।"],
      ["negation", "परिसर में धूम्रपान की अनुमति है।"],
    ],
  },
];

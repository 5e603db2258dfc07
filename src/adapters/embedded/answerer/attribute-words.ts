import { termsOf } from "../../../domain/terms.ts";

/**
 * Words by which the same thing is asked for and named, each line one thing, in several languages: a question says
 * "how much does it cost" where a table says "price". Words of scripts without spaces are looked for as they stand.
 */
const SAME_THING = `
price prices cost costs fee fees charge charges rate amount preis preise kosten kostet kosteten gekostet gebühr gebühren betrag betrug prix coût coûte tarif montant precio precios coste cuesta cuestan costo tarifa importe prezzo prezzi costa costano preço preços custa custam prijs kost cena ceny kosztuje koszt opłata цена стоимость стоит стоят плата ціна коштує fiyat ücret harga biaya giá سعر تكلفة מחיר 价格 价钱 费用 料金 値段 価格 가격 요금 ราคา
salary salaries wage wages pay income gehalt gehälter lohn verdient salaire sueldo salario stipendio salário pensja wynagrodzenie зарплата maaş gaji lương 工资 薪水 給料 給与 월급 급여
telephone phone tel mobile extension telefon telefonnummer téléphone teléfono telefono telefone telefoon телефон nomor điện thoại هاتف טלפון 电话 電話 전화
email e-mail mail courriel correo mailadresse почта
address street location located adresse anschrift straße dirección indirizzo endereço adres адрес alamat địa chỉ عنوان כתובת 地址 住所 주소 seat sede siège sitz headquarters zentrale hauptsitz siedziba 总部
author authors writer written wrote signed signature creator created unterschrieben signé firmado firmato podpisał подписал autor autorin verfasser verfasst auteur écrit escrito scritto autore autora автор написал yazar penulis tác giả مؤلف 作者 著者 저자
sender sent from absender gesendet geschickt expéditeur envoyé remitente enviado mittente inviato remetente afzender nadawca отправитель отправил gönderen pengirim 发件人 差出人
recipient to empfänger destinataire destinatario odbiorca получатель
date dated day when datum date fecha data дата tarih tanggal ngày تاريخ תאריך 日期 日付 날짜
year years jahr année año anno ano jaar rok год yıl tahun năm سنة عام שנה 年
founder founders founded found founding established gründer gründerin gegründet gründung fondateur fondé fondée fondation fundador fundado fundada fundación fondatore fondato fondata oprichter opgericht założyciel założony założona założono основатель основан основана основателем засновник kurucu kuruldu pendiri didirikan thành lập أسس تأسست مؤسس 创始人 成立 創業 創業者 創立 설립 창립
boss head chief director manager manages leader leads leiter leiterin leitet chef chefin geschäftsführer directeur dirige director jefe direttore diretor gerente kierownik kierownikiem dyrektor директор руководитель начальник müdür yönetici direktur giám đốc مدير מנהל 经理 主任 社長 部長 사장
begin begins start starts started beginning commence beginnt beginn anfang startet début commence comienza inicio empieza inizio comincia começa início początek zaczyna начало начинается başlar mulai bắt đầu يبدأ تبدأ 开始 開始 시작
end ends ending finish finishes expire expires until ende endet schließt fin finit termina fine finisce fim koniec kończy конец заканчивается biter selesai kết thúc تنتهي 结束 終了 종료
close closes closed closing shut schließt geschlossen ferme fermé cierra cerrado chiude chiuso fecha fechado zamknięte закрыт закрывается kapalı kapanır tutup 关门 閉まる 閉館
open opens opened opening hours offen geöffnet öffnet eröffnet öffnungszeiten ouvre ouvert horaires abre abierto apertura apre aperto aberto otwarte czynny czynne открыт открыта работает часы açık buka mở cửa 开门 営業 営業時間 開館
duration lasts last long period term dauer dauert frist durée dure duración dura durata duração czas trwa длительность длится срок süre durasi thời hạn 期限 期間 기간
deposit kaution fianza caution cauzione depósito waarborgsom kaucja залог depozito 押金 敷金 보증금
rent miete loyer renta alquiler affitto aluguel huur czynsz аренда kira sewa thuê 租金 家賃 월세
warranty guarantee guaranteed garantie garantiert garanti garantía garanzia garantia gwarancja гарантия 保修 保証 보증
holiday holidays vacation leave urlaub urlaubstage congé congés vacaciones ferie férias vakantie urlop отпуск izin cuti nghỉ phép إجازة חופשה 假期 年假 休暇 휴가
employee employees staff worker workers personnel mitarbeiter mitarbeiterinnen angestellte beschäftigte employés empleados personal dipendenti funcionários medewerkers pracownicy pracowników сотрудник сотрудники сотрудников çalışan karyawan nhân viên موظف الموظفين עובדים 员工 職員 社員 従業員 직원
size area large fläche größe superficie tamaño superficie dimensione área oppervlakte powierzchnia площадь размер alan luas diện tích 面积 面積 면적
people persons person human humans menschen personen leute personnes gens personas gente persone pessoas mensen ludzie osób люди человек kişi orang người 人
population inhabitants einwohner bevölkerung habitants población habitantes abitanti população inwoners ludność население nüfus penduduk dân số سكان 人口 인구
height high tall elevation altitude höhe hoch hauteur altura altezza hoogte wysokość высота yükseklik tinggi 高度 高さ 높이
weight weighs heavy gewicht wiegt poids pèse peso pesa peso gewicht waga вес ağırlık berat trọng lượng 重量 重さ 무게
length lang länge longueur longitud lunghezza comprimento lengte długość длина uzunluk panjang 长度 長さ 길이
stock available inventory quantity count lager lagerbestand bestand umfasst menge anzahl stückzahl nombre quantité cantidad existencias quantità quantidade aantal voorraad ilość liczba количество наличие adet stok jumlah số lượng عدد 数量 库存 在庫 수량
total sum altogether gesamt summe gesamtbetrag total totale totaal suma razem итого всего toplam tổng مجموع 总计 合計 합계
supplier supplies supplied vendor provider delivered lieferant liefert geliefert fournisseur fournit proveedor suministra fornitore fornisce fornecedor leverancier dostawca поставщик tedarikçi pemasok 供应商 仕入先
customer client buyer kunde kundin client cliente klant klient клиент müşteri pelanggan khách hàng 客户 顧客 고객
department division team abteilung service departamento reparto dipartimento departamento afdeling dział отдел bölüm departemen phòng 部门 部署 부서
company firm employer publisher published label firma unternehmen verlag entreprise société empresa compañía azienda società bedrijf firma компания şirket perusahaan công ty شركة 公司 会社 회사
capital hauptstadt capitale stolica столица başkent ibukota 首都
language languages sprache sprachen langue idioma lingua língua taal język язык dil bahasa ngôn ngữ 语言 言語 언어
result results outcome ergebnis ergebnisse résultat resultado risultato wynik результат sonuç hasil kết quả 结果 結果 결과
joined join joining hired entered entry eintritt eingetreten eingestellt entrée embauché ingreso contratado assunto ingresso zatrudniony принят
photo picture image bild foto image foto imagen immagine imagem afbeelding zdjęcie фото
ingredient ingredients needed need zutat zutaten ingrédients ingredientes ingredienti serve servono ingrediënten składniki ингредиенты malzeme bahan nguyên liệu
release released publication published issued veröffentlicht erschienen erscheinungsjahr publié sorti publicado pubblicato gepubliceerd wydany выпущен yayınlandı dirilis
operator operates operated runs run operator betreiber betreibt exploitant operador gestore gestor beheerder
contact person ansprechpartner kontakt contact contacto contatto contato contactpersoon kontakt контакт
carrier ships shipping shipped ship spediteur versand transporteur transportista corriere transportadora
room office building büro raum zimmer bureau salle oficina habitación ufficio stanza escritório sala kantoor pokój biuro кабинет комната oda kantor phòng 办公室 部屋 방
landlord lessor vermieter bailleur arrendador arrendadora locatore senhorio verhuurder wynajmujący
tenant lessee mieter locataire arrendatario inquilino affittuario huurder najemca
return give-back rückgabe zurückgeben retour retourner devolver devolución reso restituire devolução retourneren zwrot возврат
notice cancel cancellation terminate termination kündigung kündigen kündigungsfrist préavis résiliation résilier preaviso rescisión preavviso disdetta aviso rescisão opzegtermijn wypowiedzenie
species kind kinds type types sort art arten espèce especie specie soort gatunek вид tür jenis loài 种类 種類 종류
`;

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const THING_OF_TERM = new Map<string, Set<number>>();
const UNSPACED_THINGS: { word: string; thing: number }[] = [];

for (const [thing, line] of SAME_THING.trim().split("\n").entries()) {
  for (const word of line.split(" ")) {
    if (UNSPACED.test(word)) UNSPACED_THINGS.push({ word, thing });
    else {
      const term = termsOf(word).at(0);
      if (term !== undefined) THING_OF_TERM.set(term, (THING_OF_TERM.get(term) ?? new Set()).add(thing));
    }
  }
}

/** Prices and wages, the first two things. */
export const MONEY_THINGS: readonly number[] = [0, 1];

/** The numbers of the things that a term may name. */
export function thingsOfTerm(term: string): ReadonlySet<number> {
  return THING_OF_TERM.get(term) ?? NONE;
}

const NONE: ReadonlySet<number> = new Set();

/** The things that a text in a script without spaces names. */
export function thingsInUnspaced(text: string): ReadonlySet<number> {
  if (!UNSPACED.test(text)) return NONE;
  return new Set(UNSPACED_THINGS.filter(({ word }) => text.includes(word)).map(({ thing }) => thing));
}

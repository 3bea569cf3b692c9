import { isWord } from './dictionary.ts';
import { singularOfLoanword } from './lemmas.ts';
import { fold } from '#domain/text/fold.ts';

/** Loanwords and brands of shops that the dictionary lacks. */
const modernWords = new Set(
  (
    'acer adidas airpod amazon android aoc app apple arduino asics asus backpack band beats beko blazer blender bluetooth ' +
    'bmw body bosch brastemp brother cadence canon card case casio chef chip chromecast consul cooler corsair cropped cuba ' +
    'cupcake deck dell desktop display diesel disney dock drone dualsense edifier ebook electrolux elgin epson espresso ethernet ' +
    'fila fitness ford fryer fujifilm full funko galaxy game gamer garmin geforce gift goodyear google gopro gps gpu grill ' +
    'haltere hamster hardware hatch havaianas hdmi headphone headset heineken honda huawei hub husqvarna hyperx hyundai ' +
    'instax intel ipad iphone ipod jack jbl jeep joystick kawasaki keyboard kindle kingston kit kodak lacoste lamborghini ' +
    'laptop laser led lego lenovo levis lg link lip logitech macbook makita mala marshall mesh micro microsoft midea milwaukee ' +
    'minecraft mizuno mondial mop moto motorola motoserra mouse mousepad multilaser netflix nespresso nestle netbook nike ' +
    'nikon nintendo nissan nokia nvidia oculus olympikus oppo oster outlet overlock oversized pad palmtop panasonic patinete ' +
    'pendrive pet philco philips piercing pitbull pix playstation plus pod polaroid pop positivo power premium print pro ' +
    'puma rack radeon rayban razer realme reebok ring rolex router ryzen samsung scanner scooter setup sharp short shorts ' +
    'skate skin slim smart smartphone smartwatch smoking snowboard soundbar spa speaker spray ssd stanley steam stick stihl ' +
    'streaming studio suplemento surface suv suzuki switch tablet tablet tag tecno tenda timer tonner top topper toshiba ' +
    'tramontina trek truck tshirt tv unisex upgrade usb valorant vans ventoinha vhs vinil vivo volkswagen volvo wacom walkman ' +
    'webcam whey wifi windows wireless xbox xiaomi yamaha yoga youtube zara zippo'
  ).split(' '),
);

/** Whether it is a word that people may mean as they wrote it: of the language, a loanword or a brand. */
export function isKnownWord(word: string): boolean {
  const folded = fold(word);
  return isWord(folded) || modernWords.has(folded) || modernWords.has(singularOfLoanword(folded));
}

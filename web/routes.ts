import type { RouteConfig } from '@react-router/dev/routes';
import { index, layout, route } from '@react-router/dev/routes';

/** Every URL of the site, in Portuguese: the map (specification §2). */
export default [
  layout('layouts/site-layout.tsx', [
    index('home/home-page.tsx'),
    route('anuncios', 'listings/results-page.tsx'),
    route('anuncio/:slug', 'listings/listing-page.tsx'),
    route('categorias', 'listings/categories-page.tsx'),
    route('perfil/:username', 'accounts/profile-page.tsx'),
    route('anunciar', 'listings/publish-page.tsx'),
    route('pedido/:hash', 'orders/order-page.tsx'),
    layout('layouts/account-layout.tsx', [
      route('conta', 'accounts/summary-page.tsx'),
      route('conta/transacoes', 'payments/transactions-page.tsx'),
      route('conta/compras', 'orders/purchases-page.tsx'),
      route('conta/vendas', 'orders/sales-page.tsx'),
      route('conta/anuncios', 'listings/own-listings-page.tsx'),
      route('conta/perguntas', 'questions/questions-page.tsx'),
      route('conta/favoritos', 'favorites/favorites-page.tsx'),
    ]),
    route('termos', 'institutional/terms-page.tsx'),
    route('privacidade', 'institutional/privacy-page.tsx'),
    route('perguntas-frequentes', 'institutional/faq-page.tsx'),
    route('como-funciona', 'institutional/how-page.tsx'),
    route('tarifas', 'institutional/fees-page.tsx'),
    route('formas-de-pagamento', 'institutional/payment-methods-page.tsx'),
    route('sair', 'accounts/sign-out-page.tsx'),
    route('verification', 'accounts/verification-page.tsx'),
    route('verification-phone', 'accounts/verification-phone-page.tsx'),
    route('err', 'institutional/error-page.tsx'),
    route('dev', 'workbench/workbench-page.tsx'),
    route('*', 'institutional/not-found-page.tsx'),
  ]),
  layout('layouts/auth-layout.tsx', [route('auth/:auth', 'accounts/auth-page.tsx')]),
  route('login', 'accounts/auth-redirect.tsx', { id: 'login' }),
  route('register', 'accounts/auth-redirect.tsx', { id: 'register' }),
  route('recovery', 'accounts/auth-redirect.tsx', { id: 'recovery' }),
  route('twofactor', 'accounts/auth-redirect.tsx', { id: 'twofactor' }),
  layout('layouts/staff-layout.tsx', [
    route('dashboard', 'staff/overview-page.tsx'),
    route('dashboard/revisao', 'staff/review-page.tsx'),
    route('dashboard/saques', 'staff/withdrawals-page.tsx'),
  ]),
] satisfies RouteConfig;

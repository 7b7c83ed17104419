#!/usr/bin/perl
# Asks the registry of the tests as a registrar does, by a client that others have made.
# registry.pl <port> <file with the authority's certificate>
use strict;
use warnings;
use Net::EPP::Simple;
use Net::EPP::Frame::Command::Poll::Ack;
use Net::EPP::Frame::Command::Poll::Req;
use Test::More;

my ($port, $authority) = @ARGV;
my %server = (host => '127.0.0.1', port => $port, verify => 1, ca_file => $authority, timeout => 10, load_config => 0);

# One that does not know the password stays outside.
{
    local $SIG{__WARN__} = sub { };
    my $refused = Net::EPP::Simple->new(%server, user => 'platform', pass => 'another', reconnect => 0);
    ok(!defined $refused, 'a wrong password');
    is(Net::EPP::Simple::code(), 2200, 'is told apart');
}

my $epp = Net::EPP::Simple->new(%server, user => 'platform', pass => 'a password') or die Net::EPP::Simple::error();
ok($epp->ping, 'hello');

# Names, and a domain of ours.
is($epp->check_domain('free.test'), 1, 'a name that is free');
is($epp->check_domain('taken.test'), 0, 'a name that is not');
ok(!defined $epp->check_domain('a..test'), 'a name that is none');
is(Net::EPP::Simple::code(), 2005, 'is told apart');
ok($epp->create_domain({
    name => 'mine.test', period => 1, registrant => 'OWNER-1', contacts => { admin => 'OWNER-1' },
    authInfo => 'between-us', ns => [],
}), 'a domain is registered') or diag(Net::EPP::Simple::error());
ok(!$epp->create_domain({
    name => 'mine.test', period => 1, registrant => 'OWNER-1', contacts => {}, authInfo => 'between-us', ns => [],
}), 'once');
is(Net::EPP::Simple::code(), 2302, 'as it is there');
my $info = $epp->domain_info('mine.test');
is($info->{name}, 'mine.test', 'it is shown');
is($info->{clID}, 'platform', 'as ours');
is_deeply($info->{status}, ['ok'], 'with its status');
is($info->{exDate}, '2031-03-01T12:00:00.0Z', 'and its end');
ok(!defined $epp->domain_info('free.test'), 'what nobody has');
is(Net::EPP::Simple::code(), 2303, 'is not there');

# Who answers for it.
is($epp->check_host('ns1.mine.test'), 1, 'a host that nobody has made');
ok(!$epp->update_domain({ name => 'mine.test', add => { ns => ['ns1.mine.test'] } }), 'answers for nothing');
is(Net::EPP::Simple::code(), 2303, 'as it is not there');
ok($epp->create_host({ name => 'ns1.mine.test', addrs => [{ ip => '192.0.2.1', version => 'v4' }] }), 'it is made');
ok($epp->create_host({ name => 'ns.host.example', addrs => [] }), 'one of another registry too');
ok($epp->update_domain({ name => 'mine.test', add => { ns => ['ns1.mine.test', 'ns.host.example'] } }), 'both answer')
    or diag(Net::EPP::Simple::error());
is_deeply([sort @{ $epp->domain_info('mine.test')->{ns} }], ['ns.host.example', 'ns1.mine.test'], 'as is shown');
my $host = $epp->host_info('ns1.mine.test');
is($host->{addrs}[0]{addr}, '192.0.2.1', 'with an address');
ok($epp->update_domain({ name => 'mine.test', rem => { ns => ['ns.host.example'] } }), 'one does not any more');
is_deeply($epp->domain_info('mine.test')->{ns}, ['ns1.mine.test'], 'as is shown');

# A renewal, of the date that it ends on alone.
ok(!$epp->renew_domain({ name => 'mine.test', cur_exp_date => '2030-03-01', period => 1 }), 'a wrong date');
is(Net::EPP::Simple::code(), 2004, 'is told apart');
ok($epp->renew_domain({ name => 'mine.test', cur_exp_date => '2031-03-01', period => 2 }), 'a renewal')
    or diag(Net::EPP::Simple::error());
is($epp->domain_info('mine.test')->{exDate}, '2033-03-01T12:00:00.0Z', 'as is shown');

# A lock, and a change that waits.
ok($epp->update_domain({ name => 'mine.test', add => { status => ['clientUpdateProhibited'] } }), 'a lock');
ok(!$epp->update_domain({ name => 'mine.test', rem => { ns => ['ns1.mine.test'] } }), 'keeps changes out');
is(Net::EPP::Simple::code(), 2304, 'as its status says');
ok($epp->update_domain({ name => 'slow.test', rem => { ns => ['ns2.host.example'] } }), 'a change');
is(Net::EPP::Simple::code(), 1001, 'waits');
is_deeply($epp->domain_info('slow.test')->{status}, ['pendingUpdate'], 'as is shown');

# The messages.
my $asked = sub { $epp->request(Net::EPP::Frame::Command::Poll::Req->new) };
for my $text ('Transfer requested', 'Transfer cancelled') {
    my $message = $asked->();
    is($message->code, 1301, 'a message waits');
    my $queue = ($message->getElementsByTagName('msgQ'))[0];
    is(($queue->getElementsByTagName('msg'))[0]->textContent, $text, 'with its text');
    is(($message->getElementsByTagName('domain:name'))[0]->textContent, 'taken.test', 'about a name');
    my $ack = Net::EPP::Frame::Command::Poll::Ack->new;
    $ack->setMsgID($queue->getAttribute('id'));
    is($epp->request($ack)->code, 1000, 'and is acknowledged');
}
is($asked->()->code, 1300, 'no other');

is($epp->logout, 1, 'goodbye');
done_testing();
